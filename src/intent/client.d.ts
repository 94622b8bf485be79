import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrate when a pointer, a focus or a touch reaches the island. */
    'client:intent'?: boolean;
  }
}
