import { program } from './mutation.ts';

/** Replace every match. Returns null if nothing matched, so that no edit can be without effect. */
const replacing =
  (...edits: readonly [RegExp, string][]) =>
  (source: string): string | null => {
    const edited = edits.reduce((text, [from, to]) => text.replaceAll(from, to), source);
    return edited === source ? null : edited;
  };

/** Statements of the examples, with their indent. */
const PAYMENT = /^( *)await takePayment\(title\);$/gm;
const CHECK = /^( *)fromThread\.checkCancelled\(\);$/gm;

/** Turn `try {…} finally {…}` into two blocks. Not for a `try` that also catches. */
function withoutFinally(source: string): string | null {
  if (source.includes('} catch')) return null;
  return replacing([/^( *)try \{$/gm, '$1{'], [/^( *)\} finally \{$/gm, '$1}\n$1{'])(source);
}

/** Edits of the examples' TypeScript source. */
export const programMutations = {
  'no-shield': program(replacing([/shield: true/g, 'shield: false'])),
  'no-finally': program(withoutFinally),
  'no-limit': program(replacing([/moveOnAfter\([\d.]+,/g, 'moveOnAfter(null,'])),
  'another-limit': program(replacing([/moveOnAfter\(([\d.]+),/g, 'moveOnAfter(2 * $1,'])),
  'never-released': program(replacing([/^ *(?:holds|offline)\.delete\(.*\);$/gm, ''])),
  'never-taken': program(replacing([/^ *(?:holds|offline)\.add\(.*\);$/gm, ''])),
  'cleanup-twice': program(replacing([/^( *)await releaseHold\(title\);$/gm, '$&\n$&'])),
  'swallows-cancellation': program(
    replacing(
      [PAYMENT, '$1try { await takePayment(title); } catch {}'],
      [CHECK, '$1try { fromThread.checkCancelled(); } catch {}'],
    ),
  ),
  'turns-it-into-an-error': program(
    replacing(
      [PAYMENT, "$1try { await takePayment(title); } catch { throw new Error('not paid'); }"],
      [CHECK, "$1try { fromThread.checkCancelled(); } catch { throw new Error('not done'); }"],
    ),
  ),
  'never-asks': program(replacing([CHECK, ''])),
  'asks-once': program(
    replacing([
      /^( *)(for \(const title of titles\) \{)\n *fromThread\.checkCancelled\(\);$/gm,
      '$1fromThread.checkCancelled();\n$1$2',
    ]),
  ),
};
