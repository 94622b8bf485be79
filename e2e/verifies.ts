import { expect, test, type Page } from '@playwright/test';
import type { Case, Seen, Unseen } from '../content/claims.ts';
import type { Language } from './reader.ts';
import { Figure, fits, left, type Bar, type Event } from './figure.ts';

/**
 * Play a case on the virtual clock, in the page's own figure, and look at what it shows. The page is one of a
 * reader of that language.
 */
export async function verifies(page: Page, engine: Language, facts: Case): Promise<void> {
  await test.step(nameOf(facts), async () => {
    const figure = await play(page, engine, facts);
    const { end, outcome = 'ended' } = facts;
    const spelled = <One extends Seen>(all: One[] = []) => all.map((one) => spell(one, engine));
    const [events, absent, bars] = [
      spelled(facts.events),
      spelled(facts.absent),
      spelled(facts.bars),
    ];
    // A first start fetches and starts all of Python.
    const trace = await figure.ended({ timeout: 45_000 });
    await expect(figure.box).toHaveAttribute('data-engine', engine);
    if (engine === 'typescript') inOrder(trace, events);
    else
      for (const lane of lanes)
        inOrder(
          trace,
          events.filter(({ kind }) => laneOf(kind) === lane),
        );
    for (const unseen of absent) isAbsent(trace, unseen);
    for (const [name, value] of Object.entries(facts.left ?? {})) {
      expect(left(trace, name), `what is left in ${name}`).toEqual(value);
    }
    expect(trace.at(-1)?.t, 'the last event').toBeCloseTo(end, 6);
    const drawn = [...(await figure.bars()), ...(await checksOf(figure))];
    for (const bar of bars) expect(drawn.some(isLike(bar)), missing('bar', bar, drawn)).toBe(true);
    if (outcome === 'deadlocked') await expect(figure.notices).toContainText('waits');
  });
}

function nameOf({ example, stops = [], timeout, transport }: Case): string {
  const how = timeout !== undefined ? `timeout ${timeout}` : `stops ${stops.join(', ') || 'none'}`;
  return [example ?? 'a program of its own', how, transport].filter(Boolean).join(', ');
}

/**
 * Two tasks that become ready at one moment take their turns in an order of the engine's own. Within a lane the
 * order is that of the program or of the protocol.
 */
const lanes = ['client', 'wire', 'server', 'handler'] as const;

function laneOf(kind: string): (typeof lanes)[number] {
  if (kind === 'call.sent' || kind.startsWith('client.')) return 'client';
  if (kind === 'wire') return 'wire';
  return kind === 'cancel.notice' || kind === 'result.dropped' || kind === 'state'
    ? 'server'
    : 'handler';
}

/** A fact in the engine's own spelling: `take_payment` for `takePayment`, `CancelledError` for `Cancelled`. */
function spell<One extends Seen>(seen: One, engine: Language): One {
  if (engine === 'typescript') return seen;
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const spelled: Seen = { ...seen };
  const { fn, what, label, exc } = seen;
  if (typeof fn === 'string') spelled['fn'] = snake(fn);
  if (typeof what === 'string' && /^[a-z]/.test(what)) spelled['what'] = snake(what);
  if (typeof label === 'string' && label.startsWith('await ')) spelled['label'] = snake(label);
  if (exc === 'Cancelled') spelled['exc'] = 'CancelledError';
  return spelled as One;
}

/** In the guide's figure where its controls can say it; else in the playground, by a link. */
async function play(page: Page, engine: Language, facts: Case): Promise<Figure> {
  const { example, program, stops = [], timeout, transport = 'stdio' } = facts;
  if (example === undefined || stops.length > 1) return playShared(page, engine, facts);
  if (program !== undefined) throw new Error('A case has an example or a program, not both.');
  const figure = await Figure.inGuide(page, example);
  await figure.useClock('virtual');
  await figure.useTransport(transport === 'in memory' ? 'memory' : 'stdio');
  const era = transport === 'stdio, 2025 era' ? 'legacy' : 'modern';
  if (era === 'legacy') await figure.choose('Use the 2025 protocol');
  if (transport !== 'in memory') await expect(figure.box).toHaveAttribute('data-era', era);
  if (timeout === undefined) await figure.setStopAt(stops[0] ?? null);
  else await figure.setTimeout(timeout);
  await figure.start(timeout === undefined ? 'Run' : 'Timeout');
  return figure;
}

async function playShared(page: Page, engine: Language, facts: Case): Promise<Figure> {
  const state = await (await Figure.inGuide(page, facts.example ?? 'order_book')).share();
  const { script } = state;
  if (facts.program !== undefined) {
    state.program.source = facts.program.sources[engine];
    script.calls = facts.program.calls.map((call) => ({
      method: 'tools/call',
      read_timeout_seconds: null,
      ...call,
    }));
  }
  script.acts = (facts.stops ?? []).map((at) => ({ at, do: 'stop', call: 1 }));
  const figure = await Figure.shared(page, { ...state, clock: 'virtual' });
  await figure.start();
  return figure;
}

/** Each is there, after the one before it. */
export function inOrder(trace: readonly Event[], wanted: readonly Seen[]): void {
  let from = 0;
  for (const seen of wanted) {
    const at = trace.findIndex((event, index) => index >= from && isEvent(event, seen));
    expect(at, missing('event', seen, trace.slice(from))).toBeGreaterThanOrEqual(from);
    from = at + 1;
  }
}

export function isAbsent(trace: readonly Event[], unseen: Unseen): void {
  const { after = -Infinity, before = Infinity, ...seen } = unseen;
  const found = trace.filter(
    (event) => event.t > after && event.t < before && isEvent(event, seen),
  );
  expect(found, `no event ${JSON.stringify(unseen)}`).toEqual([]);
}

function isEvent(event: Event, { t, ...fields }: Seen): boolean {
  return fits(event, fields) && (t === undefined || near(event.t, t));
}

const near = (a: unknown, b: unknown) => Math.abs(Number(a) - Number(b)) < 1e-6;

/** The checks of a thread: marks on its bar, with a time of their own. */
async function checksOf(figure: Figure): Promise<Seen[]> {
  return figure.box.locator('[data-mark="check"]').evaluateAll((marks) =>
    marks.map((mark) => ({
      kind: 'check',
      state: mark.getAttribute('data-state'),
      t: Number(mark.getAttribute('data-t')),
    })),
  );
}

const isLike = (wanted: Seen) => (drawn: Bar | Seen) =>
  Object.entries(wanted).every(([name, value]) => {
    const is = (drawn as Seen)[name];
    return typeof value === 'number' ? near(is, value) : is === value;
  });

function missing(what: string, wanted: unknown, among: readonly unknown[]): string {
  const kind = (wanted as Seen).kind;
  const others = among
    .filter((one) => (one as Seen).kind === kind)
    .map((one) => JSON.stringify(one));
  return `${what} ${JSON.stringify(wanted)}, among ${among.length}, of which:\n${others.join('\n')}`;
}
