import type { TransportChoice } from '../engines/engine.ts';
import { programOf, scriptOf } from './examples.ts';
import { median, type Figure } from './figure.ts';
import { inWorker } from './inWorker.ts';
import type { Site } from './site.ts';
import transportRun, { type Input, type Output } from './transportRun.ts';

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

const ANSWERS = `
import { MCPServer } from 'mcp';
const mcp = new MCPServer('Bookshop');
mcp.tool('answers', {}, async () => 'at once');
`;

/** What a run costs on each transport, and a call, in Node and in Chromium's worker. */
export async function benchTransports(site: Site): Promise<Figure[]> {
  const { calls, acts } = scriptOf('order_book', { stopAt: 0.5 });
  const call = { ...calls[0]!, target: 'answers', arguments: {} };
  const input: Input = {
    transports: TRANSPORTS,
    stopped: { program: programOf('order_book'), script: { calls, acts } },
    answered: {
      program: { language: 'typescript', source: ANSWERS },
      script: { calls: Array.from({ length: CALLS }, () => call), acts: [] },
    },
    rounds: 100,
  };
  const node = await transportRun(input);
  const chromium = await inWorker<Input, Output>(site, './transportRun.ts', input);
  return [...figures('Node', node), ...figures('Chromium’s worker', chromium)];
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
