import { selectTabs } from '../intent/tabs.ts';
import { islandIn } from './island.ts';

/** Milliseconds after which a reader is told that the figure is still on its way. */
const LATE = 400;

/** Fetch the figure when a reader is about to open its fold; once it is open, the figure takes the link's place. */
export function unfold(fold: HTMLDetailsElement): void {
  const elsewhere = fold.querySelector<HTMLElement>('.run-elsewhere')!;
  const status = elsewhere.querySelector<HTMLElement>('[role="status"]')!;
  const { href } = elsewhere.querySelector('a')!;

  let figure: Promise<string> | null = null;
  const ask = (): Promise<string> =>
    (figure ??= islandAt(href, fold.dataset['folds']!).catch((error: unknown) => {
      figure = null;
      throw error;
    }));

  const open = async () => {
    if (!fold.open || !elsewhere.isConnected) return;
    const late = setTimeout(() => (status.textContent = 'It is being fetched…'), LATE);
    try {
      const island = await ask();
      if (!elsewhere.isConnected) return;
      elsewhere.insertAdjacentHTML('afterend', island);
      elsewhere.remove();
      selectTabs(fold);
    } catch {
      status.textContent =
        'It could not be fetched. Close this and open it again to try once more.';
    } finally {
      clearTimeout(late);
    }
  };

  const summary = fold.querySelector('summary')!;
  for (const sign of ['pointerenter', 'focus', 'touchstart'])
    summary.addEventListener(sign, () => void ask().catch(() => {}), { once: true, passive: true });
  fold.addEventListener('toggle', () => void open());
  // It may have been opened before this script was there.
  void open();
}

async function islandAt(href: string, name: string): Promise<string> {
  const response = await fetch(href);
  const island = response.ok ? islandIn(await response.text(), name) : null;
  if (island === null) throw new Error(`There is no figure at ${href}.`);
  return island;
}
