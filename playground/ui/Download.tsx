import { FIRST, nameOf } from '../language.ts';
import { downloadOf } from '../session/index.ts';

/**
 * What the first Run costs, said before it is pressed. It keeps its place where it need not be said (the
 * language's engine is small, or here already): a figure that wakes under a pointer must not move its buttons.
 */
export function Download({ atHand }: { atHand: boolean }) {
  return (
    <span className="download needs-script" data-at-hand={atHand}>
      The first Run fetches {nameOf[FIRST]}, {downloadOf[FIRST]} MB.
    </span>
  );
}
