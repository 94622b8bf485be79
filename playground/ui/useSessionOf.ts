import { useEffect, useState } from 'react';
import type { Language } from '../engines/engine.ts';
import { openSession, type Session } from '../session.ts';

/**
 * A session of this component's own; null on the server. It is there from the first drawing, because the
 * click that woke a figure comes right after it. It ends with the component.
 */
export function useSessionOf(language: Language): Session | null {
  const [session] = useState(() => (import.meta.env.SSR ? null : openSession(language)));
  useEffect(() => () => session?.dispose(), [session]);
  return session;
}
