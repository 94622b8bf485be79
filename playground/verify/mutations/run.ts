// npm run verify:claims [-- --markdown] [ID…]: breaks programs and traces on purpose and shows which claims notice.
import { claims, MUTATIONS, type MutationName } from '../../../content/claims.ts';
import { wholeEngine } from '../../engines/typescript/whole.ts';
import { judge } from './judge.ts';
import { markdownTable, terminalTable, weaknesses } from './table.ts';

const args = process.argv.slice(2);
const markdown = args.includes('--markdown');
const ids = args.filter((arg) => arg !== '--markdown');
const unknown = ids.filter((id) => !claims.some((claim) => claim.id === id));
if (unknown.length > 0) {
  console.error(`content/claims has no “${unknown.join('”, “')}”.`);
  process.exit(1);
}

const engine = wholeEngine();
await engine.boot(() => {});
const judged = await judge(
  claims.filter(({ id }) => ids.length === 0 || ids.includes(id)),
  engine,
  () => Object.keys(MUTATIONS) as MutationName[],
);
console.log(markdown ? markdownTable(judged) : terminalTable(judged));
const weak = weaknesses(judged);
for (const one of weak) console.error(one);
process.exit(weak.length > 0 ? 1 : 0);
