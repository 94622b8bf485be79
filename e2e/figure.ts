import { expect, type Locator, type Page } from '@playwright/test';
import type { Transport } from '../content/claims.ts';
import { decodeShare, encodeShare, type ShareState } from '../playground/share/index.ts';
import type { Language } from './reader.ts';

/** One event of `[data-trace]`. */
export interface Event {
  kind: string;
  /** Seconds since the run began, on its clock. */
  t: number;
  who: string;
  call?: number;
  [field: string]: unknown;
}

/** One bar of the timeline, as its attributes have it. */
export interface Bar {
  kind: string;
  state: string;
  start: number;
  /** Null while it is open. */
  end: number | null;
  call: number | null;
  label: string;
}

/** What a figure showed at one moment. */
export interface Shown {
  state: string;
  run: string | null;
  story: string;
  /** How the bars of the first call and of its handler stand; null without one. */
  call: string | null;
  handler: string | null;
  canRun: boolean;
}

export type State = 'idle' | 'loading' | 'ready' | 'running' | 'stopping' | 'ended' | 'crashed';

/** The settings of a Streamable HTTP server, by what recordings call them. */
const SETTINGS = { json: 'json_response', stateless: 'stateless_http' };

/** Milliseconds between two looks at the page: a run that is watched live moves on quickly. */
const intervals = [20, 50, 100];

/** Where the page keeps what was shown. */
const SEEN = 'e2eSeen';

/** One figure as a reader has it: buttons and fields by their names, and what is drawn. */
export class Figure {
  readonly page: Page;
  readonly box: Locator;

  constructor(page: Page, box: Locator) {
    this.page = page;
    this.box = box;
  }

  /** The figure of an example on the guide's page, unfolded and awake. */
  static async inGuide(page: Page, example: string): Promise<Figure> {
    if (new URL(page.url(), 'http://nowhere').pathname !== '/') await page.goto('/');
    const box = page.locator(`[data-figure="${example}"]`);
    const fold = page.locator(`details[data-folds="${example}"]`);
    if ((await fold.count()) > 0 && (await fold.getAttribute('open')) === null) {
      await fold.locator('> summary').click();
    }
    const figure = new Figure(page, box);
    await figure.wake();
    return figure;
  }

  /** The playground with the program of a start, or of the link's hash. */
  static async inPlayground(page: Page, hash = ''): Promise<Figure> {
    // From another page of the site: a new hash alone would be no new page.
    if (new URL(page.url(), 'http://nowhere').pathname.startsWith('/playground')) {
      await page.goto('about:blank');
    }
    await page.goto(`/playground/${hash}`);
    const figure = new Figure(page, page.locator('.playground[data-figure]'));
    if (hash !== '') await expect(figure.box.getByText('as in the link')).toBeVisible();
    return figure;
  }

  /** The playground with this program and run, by a link. */
  static async shared(page: Page, state: ShareState): Promise<Figure> {
    return Figure.inPlayground(page, await encodeShare(state));
  }

  /** What a link to this figure's program and run holds. */
  async share(): Promise<ShareState> {
    await this.choose('Open in playground');
    await this.page.waitForURL(/playground\/#p=/);
    const shared = await decodeShare(new URL(this.page.url()).hash);
    if (!shared.ok) throw new Error(shared.message);
    const { program, script, clock, example } = shared;
    return { program, script, clock, ...(example === undefined ? {} : { example }) };
  }

  /** As the first sign of use would: the figure's code is loaded and answers. */
  async wake(): Promise<void> {
    await this.box.hover({ position: { x: 4, y: 4 } });
    await expect(this.page.locator('astro-island[ssr]', { has: this.box })).toHaveCount(0);
  }

  // Controls

  /** Show the program in this language, by its tab. */
  async show(language: Language): Promise<void> {
    const name = { python: 'Python', typescript: 'TypeScript' }[language];
    await this.box.getByRole('tab', { name, exact: true }).click();
    await expect(this.box).toHaveAttribute('data-engine', language);
  }

  button(name: string): Locator {
    return this.box.getByRole('button', { name, exact: true });
  }

  /** Start a run by a button, and wait until it is the one that the figure has. */
  async start(by: 'Run' | 'Timeout' = 'Run'): Promise<void> {
    const before = await this.runId();
    await this.button(by).click();
    // A first start fetches and starts all of Python.
    await expect.poll(() => this.runId(), { intervals, timeout: 60_000 }).not.toBe(before);
  }

  async stop(): Promise<void> {
    await this.button('Stop').click();
  }

  /** An entry of the ⋯ menu: Kill, Disconnect, Open in playground. */
  async choose(name: string): Promise<void> {
    await this.button('More').click();
    await this.box.getByRole('menuitem', { name, exact: true }).click();
  }

  /** As the page had it: the last run is forgotten, and all that was changed. */
  async reset(): Promise<void> {
    await this.button('Reset').click();
    await expect(this.box).not.toHaveAttribute('data-run');
  }

  kill(): Promise<void> {
    return this.choose('Kill');
  }

  async useClock(clock: 'real' | 'virtual'): Promise<void> {
    await this.box.getByText(`${clock} time`, { exact: true }).click();
    await expect(this.box).toHaveAttribute('data-clock', clock);
  }

  /** Choose the transport that is recorded by this name. */
  async useTransport(name: Transport): Promise<void> {
    const [kind, era, ...switches] = name.split('-');
    const value = era === 'legacy' ? `${kind}-legacy` : kind!;
    await this.box.getByLabel('Transport', { exact: true }).selectOption(value);
    if (kind !== 'http') return;
    for (const [name, setting] of Object.entries(SETTINGS)) {
      const box = this.box.getByRole('checkbox', { name: setting, exact: true });
      await box.setChecked(switches.includes(name));
    }
  }

  /** Where the virtual clock's run is stopped, in seconds; null: nowhere. */
  async setStopAt(seconds: number | null): Promise<void> {
    await this.box.getByLabel('Stop at, in seconds').fill(seconds === null ? '' : String(seconds));
  }

  async setTimeout(seconds: number): Promise<void> {
    await this.box.getByLabel('Timeout, in seconds').fill(String(seconds));
  }

  /** Put a program of one's own in the place of what the editor holds, as a paste does. */
  async type(program: string): Promise<void> {
    await this.editor.click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement!.dispatchEvent(paste);
    }, program);
    await expect.poll(() => this.text()).toBe(program);
  }

  get editor(): Locator {
    return this.box.locator('.monaco-editor:visible .view-lines');
  }

  /** The editor's text, as far as it is in view. Spaces at the ends of lines are not told apart. */
  text(): Promise<string> {
    return this.editor.evaluate((lines) =>
      [...lines.querySelectorAll<HTMLElement>('.view-line')]
        .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
        .map((line) => line.textContent.replaceAll('\u00a0', ' ').trimEnd())
        .join('\n'),
    );
  }

  // What is shown

  runId(): Promise<string | null> {
    return this.box.getAttribute('data-run');
  }

  /** Wait for a state of the session. */
  async is(state: State, options?: { timeout: number }): Promise<void> {
    await expect(this.box).toHaveAttribute('data-state', state, options);
  }

  /** Wait for the end of the run, and give its events. */
  async ended(options?: { timeout: number }): Promise<Event[]> {
    await this.is('ended', options);
    return this.trace();
  }

  async trace(): Promise<Event[]> {
    return JSON.parse((await this.box.getAttribute('data-trace')) ?? '[]') as Event[];
  }

  /** Wait until an event of the run is this one. `t` in it is not compared. */
  async waitFor(seen: Partial<Event>): Promise<void> {
    await expect
      .poll(async () => (await this.trace()).some((event) => fits(event, seen)), {
        message: `an event ${JSON.stringify(seen)}`,
        intervals,
      })
      .toBe(true);
  }

  bars(): Promise<Bar[]> {
    return this.box.locator('[data-bar]').evaluateAll((bars) =>
      bars.map((bar) => {
        const number = (name: string) => {
          const text = bar.getAttribute(name);
          return text === null ? null : Number(text);
        };
        return {
          kind: bar.getAttribute('data-kind') ?? '',
          state: bar.getAttribute('data-state') ?? '',
          start: number('data-start') ?? NaN,
          end: number('data-end'),
          call: number('data-call'),
          label: bar.getAttribute('data-label') ?? '',
        };
      }),
    );
  }

  /** The line of a call: *stop requested 0.50 s → server told 0.50 s → …* */
  story(call = 1): Locator {
    return this.box.locator(`[data-story="${call}"]`);
  }

  get notices(): Locator {
    return this.box.locator('.notice');
  }

  get problems(): Locator {
    return this.box.getByRole('list', { name: 'Problems in the program' });
  }

  /**
   * From now on keep what the figure shows, at each change. What lasts for less than a look from outside is
   * in it as well.
   */
  async watch(): Promise<void> {
    await this.box.evaluate((box, name) => {
      const seen: Shown[] = [];
      (window as unknown as Record<string, Shown[]>)[name] = seen;
      const look = () => {
        const stateOf = (kind: string) =>
          box.querySelector(`[data-bar][data-kind="${kind}"]`)?.getAttribute('data-state') ?? null;
        const shown: Shown = {
          state: box.getAttribute('data-state') ?? '',
          run: box.getAttribute('data-run'),
          story: box.querySelector('[data-story]')?.textContent.trim() ?? '',
          call: stateOf('call'),
          handler: stateOf('handler') ?? stateOf('thread'),
          canRun: box.querySelector('[title^="Run ("]')?.getAttribute('aria-disabled') !== 'true',
        };
        if (JSON.stringify(shown) !== JSON.stringify(seen.at(-1))) seen.push(shown);
      };
      look();
      new MutationObserver(look).observe(box, {
        attributes: true,
        childList: true,
        characterData: true,
        subtree: true,
      });
    }, SEEN);
  }

  /** What was shown since `watch`, in order. */
  shown(): Promise<Shown[]> {
    return this.page.evaluate(
      (name) => (window as unknown as Record<string, Shown[]>)[name] ?? [],
      SEEN,
    );
  }

  /** Open one of the panels below the timeline. */
  async panel(name: 'Wire' | 'Output' | 'Events'): Promise<Locator> {
    const tab = this.box.getByRole('tab', { name: new RegExp(`^${name}`) });
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
    return this.box.getByRole('tabpanel', { name: new RegExp(`^${name}`) });
  }
}

/** Whether every field that is asked for is so; other fields may be anything. */
export function fits(event: Event, { t: _, ...fields }: Partial<Event>): boolean {
  return Object.entries(fields).every(
    ([field, value]) => JSON.stringify(event[field]) === JSON.stringify(value),
  );
}

/** Those of that kind. */
export const of = (events: readonly Event[], kind: string): Event[] =>
  events.filter((event) => event.kind === kind);

/** What a watched name held at the end. */
export const left = (events: readonly Event[], name: string): unknown =>
  (of(events, 'state').at(-1)?.['values'] as Record<string, unknown> | undefined)?.[name];
