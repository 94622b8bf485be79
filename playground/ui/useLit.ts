import { useCallback, useState } from 'react';
import type { Language } from '../engines/engine.ts';

/** A line that is lit up, with all that it did: it is a line of one language's program. */
export interface Lit {
  /** The line, if it is one of that program. */
  in(language: Language): number | null;
  light(language: Language, line: number | null): void;
}

export function useLit(): Lit {
  const [lit, setLit] = useState<{ language: Language; line: number } | null>(null);
  const light = useCallback(
    (language: Language, line: number | null) => setLit(line === null ? null : { language, line }),
    [],
  );
  return { in: (language) => (lit?.language === language ? lit.line : null), light };
}
