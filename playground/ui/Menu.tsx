import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

/**
 * A button that opens a list of actions. The arrow keys walk it; Escape and a click outside close it, and
 * the focus goes back to the button.
 */
export function Menu({ label, children, onOpen }: MenuProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    items(box.current)[0]?.focus();
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!open) return;
    if (event.key === 'Escape') {
      // It closes the menu and nothing else: a run goes on.
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      close();
    }
    const list = items(box.current);
    const at = list.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    list.at(to % list.length)?.focus();
  }

  return (
    <div
      className="menu"
      ref={box}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="button button-quiet"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          if (!open) onOpen?.();
          setOpen(!open);
        }}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {open && (
        <div className="menu-list" role="menu" id={id} aria-label={label} onClick={close}>
          {children}
        </div>
      )}
    </div>
  );
}

interface MenuProps {
  label: string;
  children: ReactNode;
  onOpen?(): void;
}

export interface MenuItemProps {
  name: string;
  /** One line on what it does, where the name alone does not say it. */
  says?: string;
  off?: boolean;
  onChoose(): void;
}

/** A choice of a menu: its name, and what it does. */
export function MenuItem({ name, says, off = false, onChoose }: MenuItemProps) {
  const about = useId();
  return (
    <div role="none" className="menu-item">
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-describedby={says === undefined ? undefined : about}
        aria-disabled={off}
        onClick={() => off || onChoose()}
      >
        {name}
      </button>
      {says !== undefined && (
        <small id={about} aria-hidden="true">
          {says}
        </small>
      )}
    </div>
  );
}

const items = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];
