import { useEffect, useState } from 'react';
import { encodeShare, shareWarning, type ShareState } from '../share/index.ts';

/** Seconds that "Link copied" stays. */
const flash = 4;

export interface LinkControl {
  /** What the last copy came to; null after a while. */
  said: string | null;
  /**
   * The playground's address with this program.
   * @throws RangeError where the program is too large for any link
   */
  make(): Promise<string>;
  /** Put the address on the clipboard, say so, and give it; null where there can be none. */
  copy(): Promise<string | null>;
}

/** Makes links to the playground that hold a program and its run. */
export function useLink(stateOf: () => ShareState): LinkControl {
  const [said, setSaid] = useState<string | null>(null);

  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), flash * 1000);
    return () => clearTimeout(timer);
  }, [said]);

  async function make() {
    return new URL(`${base}playground/${await encodeShare(stateOf())}`, location.href).href;
  }

  return {
    said,
    make,
    async copy() {
      const made = await make().catch((error: RangeError) => error);
      if (typeof made !== 'string') {
        setSaid(made.message);
        return null;
      }
      try {
        await navigator.clipboard.writeText(made);
        setSaid(['Link copied.', shareWarning(made)].filter(Boolean).join(' '));
      } catch {
        setSaid('The browser did not allow copying. In the playground, the address is the link.');
      }
      return made;
    },
  };
}

const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');
