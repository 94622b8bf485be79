import type { PyCallable } from 'pyodide/ffi';
import { nodeAssets } from './assets.node.ts';
import { filesOf, type JsModules } from './boot.ts';
import { Host } from './host.ts';
import { startPython, type Pyodide } from './interpreter.ts';

export { nodeAssets };

/** Python with every package, and nothing imported. */
export async function barePython(modules: JsModules = {}): Promise<Pyodide> {
  const assets = await nodeAssets();
  const pyodide = await startPython(assets, await filesOf(assets));
  for (const [name, module] of Object.entries(modules)) pyodide.registerJsModule(name, module);
  return pyodide;
}

/** Runs Python in a session of its own, on the virtual clock: the value of the variable `result` at its end. */
export async function inSession(pyodide: Pyodide, code: string): Promise<unknown> {
  const play = pyodide.runPython(IN_SESSION) as PyCallable;
  try {
    return JSON.parse(String(await play.callPromising(new Host(), code)));
  } finally {
    play.destroy();
  }
}

const IN_SESSION = `
def play(host, code):
    import json
    from afterstop.session import Session
    names = {"__name__": "__main__"}
    with Session(host, "virtual"):
        exec(code, names)
        return json.dumps(names["result"])
play
`;
