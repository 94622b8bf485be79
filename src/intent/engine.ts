import { currentLanguage, prepareSandbox, warm } from '../../playground/warm.ts';
import { originalIn } from './original.ts';

/**
 * The engine starts with the first sign of use of any figure on the page, and reads the figure's program, beside
 * the fetch of the figure's code and not after it: a click on Run waits for both. That code is asked for here
 * as well, since an `import` of this build names all its parts at once, where an island finds one behind the other.
 */
document.addEventListener(
  'intent',
  ({ target, detail: first }) => {
    const language = currentLanguage();
    first.push(warm(language, originalIn(target as Element, language)));
    void import('../../playground/index.ts');
    void import('@astrojs/react/client.js');
  },
  { once: true },
);

/** The room that it will run in is made once the page rests: empty, and with nothing fetched for it. */
const whenIdle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200));
addEventListener('load', () => whenIdle(prepareSandbox), { once: true });

/** The static tabs are those of who has chosen nothing; a figure that wakes sets its own. */
const chosen = currentLanguage();
for (const tab of document.querySelectorAll<HTMLElement>('.run .languages [role="tab"]')) {
  const selected = tab.dataset['language'] === chosen;
  tab.setAttribute('aria-selected', String(selected));
  tab.tabIndex = selected ? 0 : -1;
}
