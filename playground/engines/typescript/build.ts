import type { Loop, Operation } from '../../kernel/index.ts';
import type { Compiled } from './compile.ts';
import { globals } from './globals.ts';
import { modules } from './modules.ts';
import type { Observation } from './observe.ts';
import { instantiate } from './program.ts';
import type { MCPServer } from './server.ts';

/** Where a program went wrong before its server could serve. */
export class LoadError extends Error {
  override name = 'LoadError';
}

/** Run the module of a program on `loop` and return the server it built. */
export function* build(
  compiled: Compiled,
  loop: Loop,
  observation: Observation,
): Operation<MCPServer> {
  const servers: MCPServer[] = [];
  const world = {
    modules: modules(servers),
    globals: globals(loop, observation),
    probe: observation,
  };
  const instance = yield* instantiate(compiled, world);
  observation.watch(instance.read);
  const chosen = instance.exports['default'];
  const server = servers.find((built) => built === chosen) ?? servers[0];
  if (server === undefined)
    throw new LoadError(
      "The program builds no server. Start with: const mcp = new MCPServer('Bookshop');",
    );
  return server;
}
