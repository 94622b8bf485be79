interface Act {
  event: Event;
  control: Element;
  name: string;
}

/** What was pressed inside an island before it could answer, in order. */
export class Missed {
  private readonly island: HTMLElement;
  private acts: Act[] = [];

  constructor(island: HTMLElement) {
    this.island = island;
  }

  /**
   * Keep a click on a button, or a key that is no button's own; everything else stays the browser's.
   * Says whether it was kept.
   */
  keep(event: Event): boolean {
    const control = controlOf(event);
    if (!control) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.acts.push({ event, control, name: nameOf(control) });
    return true;
  }

  forget(): void {
    this.acts = [];
  }

  /** Press it all again, on the same controls: by name where hydration has replaced the element. */
  repeat(): void {
    const acts = this.acts;
    this.acts = [];
    for (const { event, control, name } of acts) {
      const now = control.isConnected ? control : this.find(control.tagName, name);
      if (!now) continue;
      if (event.type === 'click') (now as HTMLElement).click();
      else now.dispatchEvent(new KeyboardEvent('keydown', event as KeyboardEvent));
    }
  }

  private find(tag: string, name: string): Element | undefined {
    return [...this.island.querySelectorAll(tag)].find((element) => nameOf(element) === name);
  }
}

function controlOf(event: Event): Element | null {
  const target = event.target as Element;
  if (event.type === 'click') return target.closest('button, [role="button"], [role="tab"]');
  const { key, ctrlKey, metaKey } = event as KeyboardEvent;
  if (key === 'Enter' && (ctrlKey || metaKey)) return target;
  const typing = target.matches('input, select, textarea, summary');
  return typing || ['Tab', 'Shift', 'Enter', ' '].includes(key) ? null : target;
}

function nameOf(element: Element): string {
  return (element.getAttribute('aria-label') ?? element.textContent).trim();
}
