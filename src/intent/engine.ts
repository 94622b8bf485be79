import { warm } from '../../playground/warm.ts';

/**
 * The engine starts with the first sign of use of any figure on the page, beside the fetch of the figure's
 * code and not after it: a click on Run waits for both.
 */
document.addEventListener('intent', () => warm('typescript'), { once: true });
