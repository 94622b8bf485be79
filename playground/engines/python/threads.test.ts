import { beforeAll, describe, expect, test } from 'vitest';
import { start, type Pyodide } from './boot.ts';
import { inSession, nodeAssets } from './testing.ts';

let pyodide: Pyodide;
beforeAll(async () => {
  pyodide = await start(await nodeAssets(), () => {});
}, 180_000);

const run = (code: string) => inSession(pyodide, code);

describe('threading.local', () => {
  test('holds for each thread what that thread has put there', async () => {
    const result = await run(`
import threading
mine, result = threading.local(), []
mine.name = "main"
def work(name):
    result.append(hasattr(mine, "name"))
    mine.name = name
    result.append(sorted(mine.__dict__.items()))
for name in ("one", "two"):
    thread = threading.Thread(target=work, args=[name])
    thread.start()
    thread.join()
result.append(mine.name)
del mine.name
result.append(hasattr(mine, "name"))
`);
    const one = [['name', 'one']];
    const two = [['name', 'two']];
    expect(result).toEqual([false, one, false, two, 'main', false]);
  });

  test('is made anew in each thread, with the arguments it was made with', async () => {
    const result = await run(`
import threading
result = []
class Mine(threading.local):
    kind = "shared"
    def __init__(self, names):
        result.append([self.__dict__ == {}, names])
        self.name = names[0]
mine = Mine(["a"])
mine.name = "b"
thread = threading.Thread(target=lambda: result.append([mine.kind, mine.name]))
thread.start()
thread.join()
result.append(mine.name)
try:
    threading.local(1)
except TypeError:
    result.append("no arguments")
`);
    expect(result).toEqual([[true, ['a']], [true, ['a']], ['shared', 'a'], 'b', 'no arguments']);
  });

  test('lets go of what it held when it ends, and of a thread’s when that does', async () => {
    const result = await run(`
import gc, threading, weakref
class Held: pass
mine, refs = threading.local(), []
def hold():
    mine.held = Held()
    refs.append(weakref.ref(mine.held))
thread = threading.Thread(target=hold)
thread.start()
thread.join()
hold()
gc.collect()
result = [ref() is None for ref in refs]
del mine
gc.collect()
result += [ref() is None for ref in refs]
`);
    expect(result).toEqual([true, false, true, true]);
  });

  test('takes no lock: whoever watches locks may keep notes in one', async () => {
    const result = await run(`
import _thread, threading
notes, result = threading.local(), []
acquire = _thread.lock.acquire
def noted(self, *args, **kwargs):
    notes.count = getattr(notes, "count", 0) + 1
    return acquire(self, *args, **kwargs)
_thread.lock.acquire = noted
try:
    threading.Lock().acquire()
finally:
    _thread.lock.acquire = acquire
result.append(notes.count)
`);
    expect(result).toEqual([1]);
  });
});

describe('an event loop', () => {
  const blocked = (block: string) => `
import asyncio, threading, time
result = []
async def main():
    loop = asyncio.get_running_loop()
    def call():
        time.sleep(0.5)
        loop.call_soon_threadsafe(lambda: result.append(["called", time.monotonic() - began]))
    thread = threading.Thread(target=call)
    thread.start()
    ${block}
    result.append(["blocked", time.monotonic() - began])
    await asyncio.to_thread(thread.join)
began = time.monotonic()
asyncio.run(main())
result = [[word, round(seconds, 3)] for word, seconds in result]
`;

  test.each(['time.sleep(2)', 'threading.Event().wait(2)'])(
    'that is blocked by %s is not woken by a call from a thread',
    async (block) => {
      expect(await run(blocked(block))).toEqual([
        ['blocked', 2],
        ['called', 2],
      ]);
    },
  );

  test('can be asked for by its class', async () => {
    const result = await run(`
import asyncio
result = []
async def main():
    await asyncio.sleep(1)
    result.append(asyncio.get_running_loop().time())
with asyncio.Runner(loop_factory=asyncio.EventLoop) as runner:
    runner.run(main())
loop = asyncio.SelectorEventLoop()
loop.run_until_complete(main())
loop.close()
`);
    expect(result).toEqual([1, 2]);
  });

  test('is not kept by the stack that it ran on', async () => {
    const result = await run(`
import asyncio, gc, threading, weakref
refs = []
async def main():
    refs.append(weakref.ref(asyncio.get_running_loop()))
    await asyncio.to_thread(lambda: None)
asyncio.run(main())
gc.collect()
result = [ref() is None for ref in refs]
`);
    expect(result).toEqual([true]);
  });
});
