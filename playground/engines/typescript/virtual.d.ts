declare module 'virtual:compiled-programs' {
  /** By their source; `precompile.ts` makes it. */
  const compiled: Record<string, import('./compile.ts').Compiled>;
  export default compiled;
}
