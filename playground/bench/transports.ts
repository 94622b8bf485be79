import type { Language, TransportChoice } from '../engines/engine.ts';
import { nodeAssets } from '../engines/python/assets.node.ts';
import { PythonEngine } from '../engines/python/engine.ts';
import { programOf, scriptOf } from './examples.ts';
import { median, type Figure } from './figure.ts';
import { inWorker } from './inWorker.ts';
import type { Site } from './site.ts';
import transportRun, { runOn, type Input, type Output } from './transportRun.ts';

const http = { kind: 'http', json_response: false, stateless_http: false } as const;

const TRANSPORTS: Record<string, TransportChoice> = {
  'in memory': { kind: 'memory' },
  stdio: { kind: 'stdio', era: 'modern' },
  HTTP: { ...http, era: 'modern' },
  'HTTP, json_response': { ...http, era: 'modern', json_response: true },
  'HTTP, 2025': { ...http, era: 'legacy' },
  'HTTP, 2025, stateless_http': { ...http, era: 'legacy', stateless_http: true },
};

/** Calls in a run that measures what a call costs. */
const CALLS = 50;

const ANSWERS: Record<Language, string> = {
  typescript: `
import { MCPServer } from 'mcp';
const mcp = new MCPServer('Bookshop');
mcp.tool('answers', {}, async () => 'at once');
`,
  python: `
from mcp.server import MCPServer
mcp = MCPServer("Bookshop")

@mcp.tool()
async def answers() -> str:
    return "at once"
`,
};

/** What a run costs on each transport, and a call, in Node and in Chromium's worker. */
export async function benchTransports(site: Site): Promise<Figure[]> {
  const input = inputFor('typescript', 100);
  const node = await transportRun(input);
  const chromium = await inWorker<Input, Output>(site, './transportRun.ts', input);
  return [...figures('Node', node), ...figures('Chromium’s worker', chromium)];
}

/** The same on the Python engine, in Node. */
export async function benchPythonTransports(): Promise<Figure[]> {
  const engine = new PythonEngine(nodeAssets);
  await engine.boot(() => {});
  return figures('python, Node', await runOn(engine, inputFor('python', 20)));
}

function inputFor(language: Language, rounds: number): Input {
  const { calls, acts } = scriptOf('order_book', { stopAt: 0.5 });
  const call = { ...calls[0]!, target: 'answers', arguments: {} };
  return {
    transports: TRANSPORTS,
    stopped: { program: programOf('order_book', language), script: { calls, acts } },
    answered: {
      program: { language, source: ANSWERS[language] },
      script: { calls: Array.from({ length: CALLS }, () => call), acts: [] },
    },
    rounds,
  };
}

function figures(where: string, { stopped, answered }: Output): Figure[] {
  const costs = Object.entries(answered).map(([name, samples]): Figure => ({
    name: `a call ${name === 'in memory' ? name : `over ${name}`}, ${where}`,
    unit: 'µs',
    samples: samples.map((ms) => (ms * 1000) / CALLS),
  }));
  const [memory, ...wires] = costs;
  return [
    ...Object.entries(stopped).map(([name, samples]): Figure => ({
      name: `order_book with a stop, ${name}, ${where}`,
      unit: 'ms',
      samples,
      note: `${Math.round(1000 / median(samples))} runs a second`,
    })),
    memory!,
    ...wires.map((cost) => ({ ...cost, rival: { ...memory!, name: 'in memory' } })),
  ];
}
