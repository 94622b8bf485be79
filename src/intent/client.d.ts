import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrate when a pointer, a focus or a touch reaches the island, or now; what is pressed before counts. */
    'client:intent'?: boolean | 'now';
  }
}

declare global {
  interface DocumentEventMap {
    /** An island wakes; what is added to `detail` goes before it, for a moment. */
    intent: CustomEvent<Promise<unknown>[]>;
  }
}
