import { useEffect, useState } from 'react';

/** True once `on` has lasted that long (in seconds): a wait too short to notice shows no sign of one. */
export function useDelayed(on: boolean, seconds: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLate(true), seconds * 1000);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on, seconds]);
  return on && late;
}
