import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { TraceEvent } from '../trace/event.ts';
import { liveOrderBook, recorded } from '../trace/testing.ts';
import { EventTable } from './EventTable.tsx';
import { Output } from './Output.tsx';
import { Story } from './Story.tsx';
import { Timeline } from './Timeline.tsx';
import { WireLog } from './WireLog.tsx';

const text = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim();
const shown = (element: ReactElement) => text(renderToStaticMarkup(element));

describe('the timeline without script', () => {
  const html = renderToStaticMarkup(
    <Timeline
      events={liveOrderBook()}
      now={0.61}
      live={false}
      caption="order_book, stopped"
      lit={11}
      onLit={() => {}}
    />,
  );

  test('says what each bar is, for eyes, ears and tests', () => {
    const bars = [...html.matchAll(/<g[^>]*data-bar=[^>]*>/g)].map(([tag]) => tag);
    const kinds = bars.map((tag) => /data-kind="(\w+)" data-state="(\w+)"/.exec(tag)?.slice(1, 3));
    expect(kinds).toEqual([
      ['call', 'cancelled'],
      ['handler', 'cancelled'],
      ['try', 'cancelled'],
      ['await', 'cancelled'],
      ['finally', 'done'],
      ['shield', 'done'],
      ['await', 'done'],
      ['state', 'quiet'],
      ['state', 'quiet'],
      ['state', 'quiet'],
    ]);
    expect(bars[4]).toContain('data-start="0.501" data-end="0.601" data-line="13"');
    expect(html).toContain('>finally in orderBook, 0.50 s to 0.60 s, finished</title>');
  });

  test('marks carry their moment', () => {
    expect(html).toMatch(/data-kind="stop"[^>]*data-t="0.5" data-label="Stop 0.50 s"/);
    expect(html).toMatch(/data-kind="pending" data-state="filled" data-t="0.601"/);
  });

  test('is a named group, takes no focus, and lights the lit line', () => {
    expect(html).toContain('order_book, stopped</title>');
    expect(html).not.toContain('tabindex');
    expect(html).toMatch(/is-lit"[^>]*data-bar="[^"]*" data-kind="await"/);
  });

  test('the copy for narrow screens is for eyes only', () => {
    const narrow = html.slice(html.indexOf('tl-narrow'));
    expect(narrow).toContain('aria-hidden="true"');
    expect(narrow).not.toContain('data-kind');
  });

  test('ids are unique', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('the status line is a polite status', () => {
  const html = renderToStaticMarkup(
    <Story events={recorded('stdio-modern/order_book.stop')} live={false} />,
  );
  expect(html).toContain('role="status" aria-live="polite"');
  expect(text(html)).toBe(
    'stop requested 0.50 s → server told 0.50 s → unwinding → cleaned up 0.61 s. Nothing was sent.',
  );
});

test('the status line begins with how its call stands, while it goes on and after', () => {
  const tones = (events: readonly TraceEvent[], live: boolean) =>
    [
      ...renderToStaticMarkup(<Story events={events} live={live} before="Press Run." />).matchAll(
        /data-tone="(\w+)"/g,
      ),
    ].map(([, tone]) => tone);
  const stopped = liveOrderBook();
  const until = (t: number) => stopped.filter((event) => event.t < t);
  expect(tones([], false)).toEqual(['plain']);
  expect(tones(until(0.4), true)).toEqual(['running']);
  expect(tones(until(0.55), true)).toEqual(['cancelled']);
  expect(tones(stopped, false)).toEqual(['cancelled']);
  expect(tones(recorded('stdio-modern/order_book_quick.none'), false)).toEqual(['done']);
  expect(tones(recorded('stdio-modern/order_book_raises.none'), false)).toEqual(['failed']);
});

test('the wire log: rows, and the exact bytes on demand', () => {
  const words = shown(<WireLog events={liveOrderBook()} live={false} />);
  expect(words).toContain('→ tools/call id 1 0.00 s{"id":1}Copy← nothing was sent');
  expect(words).toContain('→ notifications/cancelled id 1 0.50 s');
  expect(
    shown(<WireLog events={recorded('stdio-modern/never_asks.stop')} live={false} />),
  ).toContain('its value dropped 3.00 s');
  expect(shown(<WireLog events={[]} live={false} />)).toBe('No message has crossed.');
});

test('the wire log over HTTP: heads, who closed, and the two moments', () => {
  const log = (name: string) => shown(<WireLog events={recorded(name)} live={false} />);
  const legacy = log('http-legacy/order_book.stop');
  expect(legacy).toContain('→ tools/call id 3 POST');
  expect(legacy).toContain('← 200 event stream');
  expect(legacy).toContain('← error id 3 code -32800 SSE event');
  expect(legacy).toContain('its error arrived when nobody waited');
  expect(legacy).toMatch(/The client stops 0\.50 s.*notifications\/cancelled.*← 202 accepted/);
  expect(legacy).toMatch(/The server learns of it, by the message .*0\.51 s$/);
  // Nobody noted when that stream ended.
  expect(legacy).not.toContain('stream open');

  expect(log('http-modern-json/order_book.stop')).toMatch(
    /no response connection closed by the client 0\.50 s.*nothing was sent.*The server never learnt of it$/,
  );

  const { dir, via } = { dir: 'c2s', via: 'POST' } as const;
  const live: TraceEvent[] = [
    { kind: 'wire', t: 0, who: 'wire', exchange: 1, dir, via, what: 'request', id: '1' },
    { kind: 'http.response', t: 0, who: 'wire', exchange: 1, status: 200, media: 'sse' },
  ];
  expect(shown(<WireLog events={live} live />)).toContain('event stream stream open');
});

test('the output: the end of it', () => {
  const events = Array.from({ length: 100_000 }, (_, index): TraceEvent => ({
    kind: 'output',
    t: 0,
    who: 'tool',
    stream: 'stdout',
    text: `line ${index}\n`,
  }));
  const words = shown(<Output events={events} />);
  expect(words).toMatch(/^99,000 earlier lines are not shown\.line 99000/);
  expect(words).toMatch(/line 99999$/);
});

test('the events are a table with a caption and headers', () => {
  const html = renderToStaticMarkup(<EventTable events={liveOrderBook()} caption="A run." />);
  expect(html).toContain('<caption>A run.</caption>');
  expect(html.match(/<th scope="col">/g)).toHaveLength(4);
  expect(html.match(/<th scope="row">/g)).toHaveLength(liveOrderBook().length - 1);
});
