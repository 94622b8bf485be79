import type { ReactNode } from 'react';
import type { Diagnostic } from '../engines/engine.ts';

/** A word to the reader about what went wrong or was done, with what can be done about it. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <div className="notice" role="status">
    {children}
  </div>
);

/** A word that passes by, over the figure: nothing moves for it. */
export const Flash = ({ said }: { said: string | null }) => (
  <div className="flash" role="status">
    {said}
  </div>
);

export interface ProblemsProps {
  problems: readonly Diagnostic[];
  onGoTo(problem: Diagnostic): void;
}

/** More than this and the first ones are what matters. */
const shown = 8;

/** What is wrong with the program: a list of buttons that lead there. */
export function Problems({ problems, onGoTo }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <ul className="problems" aria-label="Problems in the program">
      {problems.slice(0, shown).map((problem, index) => (
        <li key={index} data-severity={problem.severity}>
          <button type="button" onClick={() => onGoTo(problem)}>
            <span className="problems-at">
              {problem.line}:{problem.column}
            </span>
            {problem.message}
          </button>
        </li>
      ))}
      {problems.length > shown && <li>and {problems.length - shown} more</li>}
    </ul>
  );
}
