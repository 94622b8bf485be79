import { useEffect, useRef, type RefObject } from 'react';

interface Keys {
  busy: boolean;
  onRun(): void;
  onStop(): void;
}

/**
 * ⌘/Ctrl-Enter runs from anywhere in the figure, the editor included; Escape stops while a run goes on.
 * Both listen on the figure itself: the editor must not see the first, and what an open menu or a list of
 * the editor closes with the second is not a stop. Monaco tells of an Escape that it had no use for.
 */
export function useKeys(figure: RefObject<HTMLElement | null>, keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;

  useEffect(() => {
    const box = figure.current;
    if (box === null) return;
    const onEnter = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current.onRun();
    };
    box.addEventListener('keydown', onEnter, { capture: true });
    return () => box.removeEventListener('keydown', onEnter, { capture: true });
  }, [figure]);

  useEffect(() => {
    if (!keys.busy) return;
    // On the window: a click on a button does not focus it everywhere, and then the key comes from the body.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const from = event.target instanceof Element ? event.target : document.body;
      if (from.closest('.monaco-editor, [role="menu"], dialog') !== null) return;
      if (from === document.body || figure.current?.contains(from)) latest.current.onStop();
    };
    window.addEventListener('keydown', onEscape);
    return () => window.removeEventListener('keydown', onEscape);
  }, [figure, keys.busy]);
}
