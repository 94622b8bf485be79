import { useEffect, useState } from 'react';
import type { Language } from '../engines/engine.ts';
import { nameOf } from '../language.ts';
import { downloadOf, type Booting } from '../session/index.ts';

export interface StartStepsProps {
  language: Language;
  booting: Booting;
}

/** How often the time of the step that goes on is drawn anew, in milliseconds. */
const TICK = 100;

/** How an engine starts: each step with the time it took, the last one with its own so far. */
export function StartSteps({ language, booting }: StartStepsProps) {
  const { steps, done } = booting;
  const now = useNow(TICK);
  const last = steps.at(-1);
  return (
    <div className="notice start-steps" data-start={language}>
      <p role="status">
        Starting {nameOf[language]}
        {last !== undefined && <span className="said">: {last.name}</span>}
      </p>
      <ol>
        {steps.map(({ name, began }, index) => (
          <li
            key={name}
            data-step={name}
            aria-current={index === steps.length - 1 ? 'step' : undefined}
          >
            {name}{' '}
            <span className="start-time">{seconds((steps[index + 1]?.began ?? now) - began)}</span>
          </li>
        ))}
      </ol>
      <progress value={done} aria-label={`Start of ${nameOf[language]}: ${last?.name ?? ''}`} />
      {last?.name === 'download' && done !== undefined && (
        <span className="start-time">{fetched(done, downloadOf[language])}</span>
      )}
    </div>
  );
}

const seconds = (milliseconds: number): string =>
  `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`;

const fetched = (done: number, megabytes: number | null): string =>
  megabytes === null ? '' : `${(done * megabytes).toFixed(1)} of ${megabytes} MB`;

/** Milliseconds on the page's clock, read anew after each so many. */
function useNow(every: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
