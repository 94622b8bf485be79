// npm run accept:claim ID…: store the guide's current sentences in these claims, after a review.
// Without an ID it lists the claims to review.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import prettier from 'prettier';
import { claims } from '../../../content/claims.ts';
import { keepSentence } from './keepSentence.ts';
import { askToLook, reworded } from './wording.ts';

const folder = new URL('../../../content/claims/', import.meta.url);
const guide = new URL('../../../content/docs/index.mdx', import.meta.url);
const open = reworded(claims, readFileSync(guide, 'utf8'));
const ids = process.argv.slice(2);

if (ids.length === 0) {
  console.log(open.length === 0 ? 'No sentence has changed.' : open.map(askToLook).join('\n'));
  process.exit(open.length === 0 ? 0 : 1);
}
for (const id of ids) {
  const change = open.find((one) => one.id === id);
  if (change === undefined) {
    const known = claims.some((claim) => claim.id === id);
    console.error(
      known
        ? `The claim “${id}” already has the guide’s sentence.`
        : `There is no claim “${id}” in content/claims.`,
    );
    process.exitCode = 1;
    continue;
  }
  await write(id, change.found);
  console.log(`${id}\n    was: ${change.kept || '(nothing)'}\n    now: ${change.found}`);
}

async function write(id: string, sentence: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const file = new URL(name, folder);
    const changed = keepSentence(readFileSync(file, 'utf8'), id, sentence);
    if (changed === null) continue;
    const options = await prettier.resolveConfig(file);
    writeFileSync(file, await prettier.format(changed, { ...options, filepath: file.pathname }));
    return;
  }
  throw new Error(`No file of content/claims has the text id: '${id}'.`);
}
