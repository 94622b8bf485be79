import type { Language } from '../engines/engine.ts';
import { nameOf } from '../language.ts';
import { downloadOf } from '../session.ts';

export interface DownloadProps {
  language: Language;
  /** The engine is here already. */
  atHand: boolean;
}

/** What the first Run costs, said before it is pressed. Nothing moves when it no longer has to be said. */
export function Download({ language, atHand }: DownloadProps) {
  const megabytes = downloadOf[language];
  if (megabytes === null) return null;
  return (
    <span className="download needs-script" data-at-hand={atHand}>
      The first Run fetches {nameOf[language]}, {megabytes} MB.
    </span>
  );
}
