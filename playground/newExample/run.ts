// npm run new:example NAME
import { NameError, newExample } from './newExample.ts';

const [name = '', ...more] = process.argv.slice(2);
try {
  if (more.length > 0) throw new NameError('One name at a time: npm run new:example gift_card');
  const written = await newExample(name, new URL('../../', import.meta.url));
  console.log(`Written:\n${written.map((file) => `  ${file}`).join('\n')}

Next:
  1. Write the two programs, and what to look for in example.json. They begin as order_book's.
  2. Put <Run example="${name}" /> into content/docs/index.mdx; the playground lists it already.
  3. If the program has become another, make the same of its handler in content/recordings/recorder/bookshop.py,
     and record it (CONTRIBUTING.md, "Record native CPython").
  4. npm run unit`);
} catch (error) {
  if (!(error instanceof NameError)) throw error;
  console.error(error.message);
  process.exit(1);
}
