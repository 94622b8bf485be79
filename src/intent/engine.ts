import { warm } from '../../playground/warm.ts';

/**
 * With the first sign of use of any figure on the page the engine starts, and the figure's code is asked for
 * with all that it imports: side by side, since a click on Run waits for both.
 */
function wake(): void {
  warm('typescript');
  // The island loads it too, and tells where that fails.
  import('../../playground/index.ts').catch(() => {});
}

document.addEventListener('intent', wake, { once: true });
