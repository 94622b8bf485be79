interface Act {
  event: Event;
  control: Element;
  name: string;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What was pressed inside an island before it could answer, in order, and what was entered in its fields. */
export class Missed {
  private readonly island: HTMLElement;
  private acts: Act[] = [];
  private readonly fields = new Set<Field>();

  constructor(island: HTMLElement) {
    this.island = island;
  }

  /**
   * Keep a click on a button, or a key that is no button's own; everything else stays the browser's. A field
   * takes what is entered at once, and is remembered. Says whether anything was kept.
   */
  keep(event: Event): boolean {
    if (event.type === 'input') {
      const field = event.target as Field;
      // The last choice of several comes last.
      this.fields.delete(field);
      this.fields.add(field);
      return true;
    }
    const control = controlOf(event);
    if (!control) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.acts.push({ event, control, name: nameOf(control) });
    return true;
  }

  /** What was pressed is not done later, unasked. What stands in a field can be seen, and still counts. */
  forget(): void {
    this.acts = [];
  }

  /** Enter and press it all again, on the same controls: by name where hydration has replaced the element. */
  repeat(): void {
    // All is read before any is entered: hydration gives the fields their first values back.
    const entered = [...this.fields].map(entryOf);
    this.fields.clear();
    for (const entry of entered) enterAgain(entry);
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

interface Entry {
  field: Field;
  value: string;
  checked: boolean;
}

const entryOf = (field: Field): Entry => ({
  field,
  value: field.value,
  checked: 'checked' in field && field.checked,
});

/**
 * React hears of a change only where the field's value differs from the one React knows, and takes what is
 * set on the element for its own: so the field goes back to its first value, and changes again past React.
 */
function enterAgain({ field, value, checked }: Entry): void {
  // React hydrates at once for an event that it has to answer; this one means nothing to anybody else.
  field.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (field.type === 'radio' || field.type === 'checkbox') {
    (field as HTMLInputElement).checked = !checked;
    field.click();
  } else {
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
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
