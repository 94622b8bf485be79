import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrate when a pointer, a focus or a touch reaches the island, or now; what is pressed before counts. */
    'client:intent'?: boolean | 'now';
  }
}
