import type { Loop } from '../../../../kernel/index.ts';
import { eventOf } from './serverSentEvents.ts';

/** Seconds that a modern server keeps its response back. Source: the Python SDK; the TypeScript SDK has none. */
const PATIENCE = 15;

/** An answer that turns into an event stream where it takes long: whatever waits for it sees a sign of life. */
export function lateStream(answer: Promise<Response>, loop: Loop): Promise<Response> {
  return new Promise((resolve, reject) => {
    const forget = loop.at(loop.clock.now() + PATIENCE, () => {
      loop.hostHeard();
      const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
      resolve(new Response(streamOf(answer), { headers }));
    });
    answer.then(resolve, reject).finally(forget);
  });
}

function streamOf(answer: Promise<Response>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const response = await answer;
      if (response.headers.get('content-type')?.includes('event-stream')) {
        for await (const chunk of chunksOf(response.body!)) controller.enqueue(chunk);
      } else {
        const message = await response.text();
        if (message !== '') controller.enqueue(encoder.encode(eventOf(message)));
      }
      controller.close();
    },
  });
}

/** Not every browser iterates over a stream by itself. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
