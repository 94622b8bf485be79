import { currentLanguage, warm } from '../../playground/warm.ts';
import { preload } from './modules.ts';
import { originalIn } from './original.ts';
import { selectTabs } from './tabs.ts';

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

for (const run of document.querySelectorAll('.run')) selectTabs(run);
