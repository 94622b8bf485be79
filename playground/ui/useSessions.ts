import { useEffect, useState } from 'react';
import { openSession } from '../session/index.ts';
import type { Sessions } from './useFigure.ts';

/**
 * A session a language, this component's own; null on the server. They are there from the first drawing,
 * because the click that woke a figure comes right after it. They end with the component, and start nothing
 * by themselves.
 */
export function useSessions(): Sessions | null {
  const [sessions] = useState(() =>
    import.meta.env.SSR
      ? null
      : { python: openSession('python'), typescript: openSession('typescript') },
  );
  useEffect(
    () => () => {
      sessions?.python.dispose();
      sessions?.typescript.dispose();
    },
    [sessions],
  );
  return sessions;
}
