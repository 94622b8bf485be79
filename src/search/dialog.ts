import { find, warm } from './pagefind.ts';
import { rankSections, type Section } from './sections.ts';

/** The search of every page: a button that opens a dialog, and answers that are sections, by keyboard too. */
class SiteSearch extends HTMLElement {
  private readonly open = this.one<HTMLButtonElement>('[data-open-search]');
  private readonly dialog = this.one<HTMLDialogElement>('dialog');
  private readonly input = this.one<HTMLInputElement>('input');
  private readonly status = this.one<HTMLElement>('[role="status"]');
  private readonly list = this.one<HTMLOListElement>('ol');
  private asked = '';

  connectedCallback(): void {
    this.open.disabled = false;
    this.open.addEventListener('click', () => this.show());
    for (const sign of ['pointerenter', 'focus']) {
      this.open.addEventListener(sign, () => void warm().catch(() => {}), { once: true });
    }
    this.input.addEventListener('input', () => void this.answer());
    this.dialog.addEventListener('keydown', (event) => this.move(event));
    this.dialog.addEventListener('click', (event) => {
      const target = event.target as Element;
      if (target === this.dialog || target.closest('a, [data-close-search]')) this.dialog.close();
    });
    window.addEventListener('keydown', (event) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (this.dialog.open) this.dialog.close();
      else this.show();
    });
  }

  private show(): void {
    this.dialog.showModal();
    this.input.select();
    void warm().catch(() => {});
  }

  private async answer(): Promise<void> {
    const query = this.input.value.trim();
    this.asked = query;
    if (query === '') return this.draw([], '');
    try {
      const sections = rankSections(query, await find(query));
      if (this.asked !== query) return;
      const count = sections.length === 1 ? '1 section' : `${sections.length} sections`;
      this.draw(sections, sections.length > 0 ? count : `Nothing found for “${query}”.`);
    } catch {
      this.draw([], 'The search index did not load. Try again when the network is back.');
    }
  }

  private draw(sections: Section[], status: string): void {
    this.status.textContent = status;
    this.list.replaceChildren(...sections.map(entry));
  }

  /** The arrows go through the answers, Enter in the field opens the first. */
  private move(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      // A search field would take the key to empty itself, and the dialog would stay.
      event.preventDefault();
      return this.dialog.close();
    }
    const stops = [this.input, ...this.list.querySelectorAll('a')];
    const at = stops.indexOf(document.activeElement as HTMLInputElement);
    if (event.key === 'Enter' && at === 0) {
      event.preventDefault();
      (stops[1] as HTMLAnchorElement | undefined)?.click();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || at === -1) return;
    event.preventDefault();
    stops[(at + step + stops.length) % stops.length]?.focus();
  }

  private one<T extends Element>(selector: string): T {
    const found = this.querySelector<T>(selector);
    if (!found) throw new Error(`The search has no ${selector}.`);
    return found;
  }
}

function entry({ url, title, page, excerpt }: Section): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const heading = document.createElement('strong');
  const where = document.createElement('small');
  const text = document.createElement('span');
  link.href = url;
  heading.textContent = title;
  where.textContent = title === page ? '' : page;
  text.innerHTML = excerpt;
  link.append(heading, where, text);
  item.append(link);
  return item;
}

customElements.define('site-search', SiteSearch);
