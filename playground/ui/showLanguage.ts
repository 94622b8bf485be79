import { flushSync } from 'react-dom';
import type { Language } from '../engines/engine.ts';
import { chooseLanguage } from '../language.ts';

/** All figures of the page switch; the one under the reader's hand stays where it is. `also` is drawn with it. */
export function showLanguage(box: Element | null, next: Language, also = () => {}): void {
  const top = () => box?.getBoundingClientRect().top ?? 0;
  const before = top();
  flushSync(() => {
    chooseLanguage(next);
    also();
  });
  scrollBy({ top: top() - before, behavior: 'instant' });
}
