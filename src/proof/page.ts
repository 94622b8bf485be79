import type { PageProofs } from '../../playground/proofs.tsx';

/** The marks of the page by their claims. */
const marks = new Map(
  [...document.querySelectorAll<HTMLElement>('[data-proof]')].map((mark) => [
    mark.dataset['proof']!,
    mark,
  ]),
);

/** Fetched with the first press. A failed fetch is tried again with the next. */
let opened: Promise<PageProofs> | null = null;
function open(): Promise<PageProofs> {
  opened ??= Promise.all([import('../../playground/proofs.tsx'), import('./catalog.ts')]).then(
    ([{ openProofs }, { catalog }]) => openProofs(catalog, marks),
    (error: unknown) => {
      opened = null;
      throw error;
    },
  );
  return opened;
}

document.addEventListener('click', ({ target }) => {
  const pressed = (target as Element).closest<HTMLElement>(
    '[data-proof], [data-prove-all], [data-becomes]',
  );
  if (!pressed) return;
  pressed.dataset['verdict'] ??= 'playing';
  void open()
    .then((proofs) => {
      const id = pressed.dataset['proof'];
      if (pressed.dataset['becomes'] !== undefined) vary(proofs, pressed);
      else if (id !== undefined) proofs.toggle(id, () => placeBelow(pressed));
      else proofs.proveAll(pressed.closest<HTMLElement>('.proof-bar-place')!);
    })
    .catch(() => {
      pressed.dataset['verdict'] = 'broken';
      pressed.title = 'The proof did not load. Press again, or reload the page.';
    });
});

document.addEventListener('submit', (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>('[data-predict]');
  if (!form) return;
  event.preventDefault();
  const said = new FormData(form);
  const ends = String(said.get('ends') ?? '');
  const released = said.get('released');
  const guess = {
    ends: ends === '' ? null : Number(ends),
    released: released === null ? null : released === 'yes',
  };
  const place = form.parentElement!.querySelector<HTMLElement>('.predict-place')!;
  void open()
    .then((proofs) => proofs.predict(place, { example: form.dataset['predict']!, guess }))
    .catch(
      () => (place.textContent = 'What plays this did not load. Try again, or reload the page.'),
    );
});

/** A switch of a program's variants: pressed again, or another, it goes out. */
function vary(proofs: PageProofs, pressed: HTMLElement): void {
  const { of, becomes } = pressed.dataset as { of: string; becomes: string };
  const group = pressed.closest<HTMLElement>('.variants')!;
  const on = pressed.getAttribute('aria-pressed') !== 'true';
  for (const one of group.querySelectorAll('[data-becomes]'))
    one.setAttribute('aria-pressed', String(on && one === pressed));
  const place = group.querySelector<HTMLElement>('.variants-place')!;
  proofs.vary(place, on ? { name: pressed.textContent.trim(), of, becomes } : null);
}

/** A proof stands below the paragraph, the item's list or the table that its sentence is in. */
function placeBelow(mark: HTMLElement): HTMLElement {
  const block = mark.closest('table, ul, ol, p') ?? mark.parentElement!;
  const place = document.createElement('div');
  place.className = 'not-content';
  place.dataset['proofOf'] = mark.dataset['proof'];
  block.after(place);
  return place;
}
