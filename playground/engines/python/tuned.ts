/** What is written otherwise in Pyodide's script: the same to whoever runs it, but sooner. */
const CHANGES: readonly (readonly [from: string, to: string])[] = [
  // All of the script is one function, which runs at once. In brackets V8 reads it once, and not twice.
  [
    'async function _createPyodideModule(moduleArg={}){',
    'const _createPyodideModule=(async function(moduleArg={}){',
  ],
  [
    'return moduleRtn}export default _createPyodideModule;',
    'return moduleRtn});export default _createPyodideModule;',
  ],
  // A function of JavaScript gets into WebAssembly through a module that depends on nothing but its signature.
  [
    'var module=new WebAssembly.Module(bytes);var instance=new WebAssembly.Instance(module,{e:{f:func}});',
    'var module=(convertJsFunctionToWasm.modules??={})[sig]??=new WebAssembly.Module(bytes);' +
      'var instance=new WebAssembly.Instance(module,{e:{f:func}});',
  ],
];

/**
 * Pyodide's `pyodide.asm.mjs`, written so that it starts sooner.
 * @throws where that is not the script this was made for.
 */
export function tuned(script: string): string {
  return CHANGES.reduce((text, [from, to]) => {
    const parts = text.split(from);
    if (parts.length !== 2)
      throw new Error(
        `Pyodide's script has changed: "${from}" is there ${parts.length - 1} times.`,
      );
    return parts.join(to);
  }, script);
}
