import { build, type Rolldown } from 'vite';
import type { Site } from './site.ts';

/**
 * Call the default export of a file in this folder in a worker of Chromium, and return what it resolves to.
 * Input and output are plain data.
 */
export async function inWorker<Input, Output>(
  site: Site,
  file: string,
  input: Input,
): Promise<Output> {
  const script = await bundle(file);
  const reader = await site.reader({ language: 'typescript', listenInWorker: false });
  const contentType = 'text/javascript';
  await reader.route(`**${ADDRESS}`, (route) => route.fulfill({ body: script, contentType }));
  const page = await reader.newPage();
  await page.goto('/404.html');
  const output = await page.evaluate(callWorker, { address: ADDRESS, input: input as unknown });
  await reader.close();
  return output as Output;
}

/** In the page. */
function callWorker({ address, input }: { address: string; input: unknown }): Promise<unknown> {
  const worker = new Worker(address);
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(input);
  }).finally(() => worker.terminate());
}

/** The SDK takes its worker's address apart, and cannot do that with a blob's. */
const ADDRESS = '/bench-worker.js';
const ENTRY = 'virtual:entry';

async function bundle(file: string): Promise<string> {
  const path = new URL(file, import.meta.url).pathname;
  const code = `import work from ${JSON.stringify(path)};
    onmessage = ({ data }) => Promise.resolve(work(data)).then(postMessage, (error) => {
      setTimeout(() => { throw error; });
    });`;
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? code : null),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: ENTRY, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}
