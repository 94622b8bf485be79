import { expect, test, type Page } from '@playwright/test';
import type { Case, Drawn, Seen, Transport, Unseen } from '../content/claims.ts';
import { isDrawn, isSeen, isUnseen, prove, scriptOf } from '../playground/proof/index.ts';
import { Figure, type Bar, type Event } from './figure.ts';
import type { Language } from './reader.ts';

/**
 * Play a case on the virtual clock, over each transport that it names, in the page's own figure, and look at what
 * that shows. The page is one of a reader of that language.
 */
export async function verifies(page: Page, engine: Language, facts: Case): Promise<void> {
  const figure = await open(page, facts);
  for (const transport of facts.on) {
    await test.step(nameOf(facts, transport), async () => {
      await figure.useTransport(transport);
      await figure.start(facts.timeout === undefined ? 'Run' : 'Timeout');
      // A first start fetches and starts all of Python.
      const trace = await figure.ended({ timeout: 45_000 });
      await expect(figure.box).toHaveAttribute('data-engine', engine);
      const { outcome = 'ended' } = facts;
      expect(prove(facts, asTrace(trace), { outcome }).failures, 'what does not hold').toEqual([]);
      const drawn = [...(await figure.bars()), ...(await checksOf(figure))];
      for (const bar of facts.bars ?? []) {
        expect(
          drawn.some((one) => isDrawn(one, bar)),
          missing('bar', bar, drawn),
        ).toBe(true);
      }
      if (outcome === 'deadlocked') await expect(figure.notices).toContainText('waits');
    });
  }
}

function nameOf({ example, stops = [], timeout }: Case, transport: Transport): string {
  const how = timeout !== undefined ? `timeout ${timeout}` : `stops ${stops.join(', ') || 'none'}`;
  return [example, how, transport].join(', ');
}

/** The guide's figure, where its controls can say the case; else the playground, by a link. */
async function open(page: Page, facts: Case): Promise<Figure> {
  const { example, calls, stops = [], timeout } = facts;
  const figure = await Figure.inGuide(page, example);
  await figure.reset();
  if (calls !== undefined || stops.length > 1) {
    const state = await figure.share();
    const call = state.script.calls[0]!;
    const script = scriptOf(facts, facts.on[0]!, { call });
    return Figure.shared(page, { ...state, script, clock: 'virtual' });
  }
  await figure.useClock('virtual');
  if (timeout === undefined) await figure.setStopAt(stops[0] ?? null);
  else await figure.setTimeout(timeout);
  return figure;
}

/** Each is there, after the one before it. */
export function inOrder(trace: readonly Event[], wanted: readonly Seen[]): void {
  const events = asTrace(trace);
  let from = 0;
  for (const seen of wanted) {
    const at = events.findIndex((event, index) => index >= from && isSeen(event, seen));
    expect(at, missing('event', seen, trace.slice(from))).toBeGreaterThanOrEqual(from);
    from = at + 1;
  }
}

export function isAbsent(trace: readonly Event[], unseen: Unseen): void {
  const found = asTrace(trace).filter((event) => isUnseen(event, unseen));
  expect(found, `no event ${JSON.stringify(unseen)}`).toEqual([]);
}

type TraceEvent = Parameters<typeof isSeen>[0];

/** What the page wrote into `[data-trace]` is the run's own events. */
const asTrace = (trace: readonly Event[]) => trace as unknown as readonly TraceEvent[];

/** The checks of a thread: marks on its bar, with a time of their own. */
async function checksOf(figure: Figure): Promise<Drawn[]> {
  return figure.box.locator('[data-mark="check"]').evaluateAll((marks) =>
    marks.map((mark) => ({
      kind: 'check',
      state: mark.getAttribute('data-state') ?? '',
      t: Number(mark.getAttribute('data-t')),
    })),
  );
}

function missing(
  what: string,
  wanted: Seen | Drawn,
  among: readonly (Bar | Drawn | Event)[],
): string {
  const others = among.filter((one) => one.kind === wanted.kind).map((one) => JSON.stringify(one));
  return `${what} ${JSON.stringify(wanted)}, among:\n${others.join('\n')}`;
}
