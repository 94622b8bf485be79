import { currentLanguage, warm } from '../../playground/warm.ts';
import { preload } from './modules.ts';
import { originalIn } from './original.ts';

/**
 * The engine starts with the first sign of use of any figure on the page, and reads the figure's program, beside
 * the fetch of the figure's code and not after it: a click on Run waits for both.
 */
document.addEventListener(
  'intent',
  ({ target, detail: first }) => {
    const language = currentLanguage();
    first.push(warm(language, originalIn(target as Element, language)));
    preload();
  },
  { once: true },
);

/** The static tabs are those of who has chosen nothing; a figure that wakes sets its own. */
const chosen = currentLanguage();
for (const tab of document.querySelectorAll<HTMLElement>('.run .languages [role="tab"]')) {
  const selected = tab.dataset['language'] === chosen;
  tab.setAttribute('aria-selected', String(selected));
  tab.tabIndex = selected ? 0 : -1;
}
