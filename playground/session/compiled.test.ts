import { beforeEach, expect, it, vi } from 'vitest';
import type { Compiled } from '../engines/typescript/compile.ts';
import type { AboutParts, FromWorker, ToWorker } from '../protocol.ts';
import { compiled, type TypeScriptSupply } from './compiled.ts';
import { info, program } from './testing.ts';

const programs = { A: { ok: true, code: 'a' } as Compiled };
const script = new Blob(['compiler']);

let posted: ToWorker[];
let worker: {
  handedOver: Promise<void>;
  post(message: ToWorker): void;
  onmessage: ((message: FromWorker | AboutParts) => void) | null;
  onerror: ((message: string) => void) | null;
  terminate(): void;
};
const settle = () => new Promise((resolve) => setImmediate(resolve));
const supply = (compiler: TypeScriptSupply['compiler'] = async () => script) =>
  compiled(worker, async () => ({ compiled: programs, compiler }));

beforeEach(() => {
  posted = [];
  worker = {
    handedOver: Promise.resolve(),
    post: (message) => void posted.push(message),
    onmessage: null,
    onerror: null,
    terminate() {},
  };
});

it('the site’s own programs go along with the word to boot', async () => {
  supply().post({ type: 'boot', language: 'typescript' });
  await settle();
  expect(posted).toEqual([{ type: 'boot', language: 'typescript', compiled: programs }]);
});

it('boots without them where they do not come', async () => {
  const handle = compiled(worker, () => Promise.reject(new Error('no network')));
  handle.post({ type: 'boot', language: 'typescript' });
  await settle();
  expect(posted).toEqual([{ type: 'boot', language: 'typescript' }]);
});

it('sends the compiler to a worker that asks for it, and tells nobody', async () => {
  const handle = supply();
  const heard = vi.fn();
  handle.onmessage = heard;
  worker.onmessage?.({ type: 'wants', part: 'compiler' });
  await settle();
  expect(posted).toEqual([{ type: 'part', part: 'compiler', script }]);
  expect(heard).not.toHaveBeenCalled();
});

it('says why there is no compiler', async () => {
  supply(() => Promise.reject(new Error('HTTP 503'))).post({
    type: 'load',
    load: 1,
    program: program(),
  });
  worker.onmessage?.({ type: 'wants', part: 'compiler' });
  await settle();
  expect(posted.at(-1)).toEqual({ type: 'part', part: 'compiler', error: 'HTTP 503' });
});

it('fetches the compiler after a run, and passes on all that the worker says', async () => {
  const compiler = vi.fn(async () => script);
  const handle = supply(compiler);
  const heard: string[] = [];
  handle.onmessage = ({ type }) => heard.push(type);
  worker.onmessage?.({ type: 'booted', info });
  expect(compiler).not.toHaveBeenCalled();
  worker.onmessage?.({ type: 'ended', run: 1, end: {} as never });
  await settle();
  expect(compiler).toHaveBeenCalledOnce();
  expect(heard).toEqual(['booted', 'ended']);
});
