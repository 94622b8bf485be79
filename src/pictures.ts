import { createHash } from 'node:crypto';
import { drawStill, type Still } from '../playground/still.ts';
import timeline from '../playground/ui/timeline.css?raw';
import tokens from '../playground/ui/tokens.css?raw';
import { examples } from './examples.ts';
import { base } from './base.ts';
import { recordedAt } from './recorded.ts';

/** A picture that is a file: `/pictures/<name>.svg`. */
export interface PictureFile {
  name: string;
  svg: string;
}

/**
 * A picture stands alone, so it brings its styles. Its address says which theme it has: `file.svg` is light and
 * `file.svg#dark` dark, one file for both.
 */
const styles = [
  tokens
    .replace("[data-theme='dark']", ':root:target')
    .replace(":root,\n[data-theme='light']", ':root'),
  timeline,
  'svg { container-type: normal; font-family: ui-sans-serif, system-ui, sans-serif, "Segoe UI", Roboto, "Helvetica Neue", Arial }',
]
  .join('')
  .replaceAll(/\/\*.*?\*\//gs, '')
  .replaceAll(/\s+/g, ' ');

const made = new Map<string, Promise<{ still: Still; files: PictureFile[] }>>();

/** An example's recorded run as two pictures, for wide and for narrow places. Their names hold their content's hash. */
export function picturesOf(example: string, recording: string) {
  let found = made.get(example);
  if (!found) made.set(example, (found = draw(example, recording)));
  return found;
}

async function draw(example: string, recording: string) {
  const recorded = (await recordedAt(recording))!;
  const files: PictureFile[] = [];
  const still = drawStill(recorded, (shape, svg) => {
    const styled = svg.replace('>', `><style>${styles}</style>`);
    const hash = createHash('sha256').update(styled).digest('hex').slice(0, 10);
    const name = `${example}.${shape}.${hash}`;
    files.push({ name, svg: styled });
    return `${base}pictures/${name}.svg`;
  });
  return { still, files };
}

/** Every picture that the site serves. */
export const pictureFiles = async (): Promise<PictureFile[]> =>
  (
    await Promise.all(
      examples.map(async ({ name, recording }) =>
        recording === null ? [] : (await picturesOf(name, recording)).files,
      ),
    )
  ).flat();
