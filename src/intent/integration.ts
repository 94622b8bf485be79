import type { AstroIntegration } from 'astro';
import { fileURLToPath } from 'node:url';

/** `client:intent`: an island that wakes when a reader is about to use it, and not before. */
export function intent(): AstroIntegration {
  return {
    name: 'client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'intent',
          entrypoint: fileURLToPath(new URL('./directive.ts', import.meta.url)),
        });
      },
    },
  };
}
