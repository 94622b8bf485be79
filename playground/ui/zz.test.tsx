import { test } from 'vitest';
import { readFileSync, writeFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { liveOrderBook } from '../trace/testing.ts';
import { fromRecording } from '../trace/recording.ts';
import { bars } from '../trace/bars.ts';
import { Timeline } from './Timeline.tsx';
import { Picture } from './Picture.tsx';
import { place } from './place.ts';
import { Story } from './Story.tsx';
import { WireLog } from './WireLog.tsx';
import { EventTable } from './EventTable.tsx';
const css = ['tokens', 'timeline', 'panels'].map((n) => readFileSync(`playground/ui/${n}.css`, 'utf8')).join('\n');
const names = (process.env.N ?? 'stdio-modern/order_book.stop,memory/order_book.stop,stdio-modern/order_book_unshielded.stop,memory/order_book_hang.stop,memory/nested_shields.stop,stdio-modern/rebuild_index.stop,stdio-modern/never_asks.stop,memory/two_children.stop,stdio-modern/order_book.two,stdio-modern/order_book.timeout,stdio-modern/order_book_raises.none,stdio-modern/catches_and_returns.stop,memory/two_awaits_in_finally.stop,http-legacy-stateless/order_book.stop_full30').split(',');
test('write', () => {
  for (const width of [340, 720, 1100]) for (const theme of ['light', 'dark']) {
    const html = names.map((n, i) => {
      const events = n.startsWith('live-') ? JSON.parse(readFileSync(`/tmp/look/${n}.json`, 'utf8')) as ReturnType<typeof fromRecording> : fromRecording(JSON.parse(readFileSync(`content/recordings/${n}.json`, 'utf8')));
      const one = (ev: typeof events, now: number, live: boolean, u: string) => {
        const picture = bars(ev, { now, live });
        return renderToStaticMarkup(<div className="fig"><b>{n}</b><Picture drawing={place(picture, { width, live, compact: false })} caption={n} uid={u} now={live ? now : null} lit={null} active={null} pinned={null} /><Story events={ev} live={live} killed={false} /></div>);
      };
      let out = ''; if (process.env.CUTS && i === 0) { const l = liveOrderBook(); out += one(l, 0.62, false, 'lv'); out += one(l.filter((e) => e.t <= 0.55), 0.55, true, 'lv2'); }
      out += one(events, events.at(-1)!.t, false, `u${i}`);
      if (process.env.CUTS && i === 0) { out += one(events.filter((e) => e.t <= 0.3), 0.3, true, 'live'); out += one(events.filter((e) => e.t <= 0.55), 0.55, true, 'live2'); }
      if (n.includes('never_asks')) out += one(events.filter((e) => e.t <= 1.7), 1.7, true, 'live3');
      return out;
    }).join('');
    writeFileSync(`/tmp/look/t-${width}-${theme}.html`, `<!doctype html><html data-theme=${theme}><meta charset=utf8><style>${css} body{margin:16px;background:var(--pg-page);font:14px sans-serif;color:var(--pg-ink)} .fig{width:${width}px;background:var(--pg-card);border:1px solid var(--pg-line);border-radius:12px;padding:12px;margin-bottom:14px} .tl{}</style><div class=tl style="container-type:normal">${html}</div>`);
  }
});
