import { expect, test, type Page } from '@playwright/test';
import type { Case, Seen, Unseen } from '../content/claims.ts';
import { Figure, fits, left, type Bar, type Event } from './figure.ts';

/** Play a case on the virtual clock, in the page's own figure, and look at what it shows. */
export async function verifies(page: Page, facts: Case): Promise<void> {
  await test.step(nameOf(facts), async () => {
    const figure = await play(page, facts);
    const { events, absent = [], bars = [], end, outcome = 'ended' } = facts;
    const trace = await figure.ended();
    inOrder(trace, events);
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

/** In the guide's figure where its controls can say it; else in the playground, by a link. */
async function play(page: Page, facts: Case): Promise<Figure> {
  const { example, program, stops = [], timeout, transport = 'stdio' } = facts;
  if (example === undefined || stops.length > 1) return playShared(page, facts);
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

async function playShared(page: Page, facts: Case): Promise<Figure> {
  const state = await (await Figure.inGuide(page, facts.example ?? 'order_book')).share();
  const { script } = state;
  if (facts.program !== undefined) {
    state.program.source = facts.program.source;
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
  return `${what} ${JSON.stringify(wanted)}, among:\n${others.join('\n')}`;
}
