/** A run's picture as files, drawn while the site is built. Not for the browser. */
export { drawStill } from './ui/drawStill.ts';
export type { Still } from './ui/Still.tsx';
