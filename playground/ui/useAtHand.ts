import { useEffect, useState } from 'react';
import type { Language } from '../engines/engine.ts';
import { downloadOf, isAtHand } from '../session/index.ts';

/** Whether an engine starts without a large download, as far as is known yet; asked anew whenever `ask` changes. */
export function useAtHand(language: Language, ask: unknown): boolean {
  const [found, setFound] = useState<Language | null>(null);
  useEffect(() => {
    let left = false;
    void isAtHand(language).then((is) => left || setFound(is ? language : null));
    return () => void (left = true);
  }, [language, ask]);
  return downloadOf[language] === null || found === language;
}
