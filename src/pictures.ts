import { createHash } from 'node:crypto';
import { drawStill, type Still } from '../playground/still.ts';
import { examples } from './examples.ts';
import { base } from './base.ts';
import { recordedAt } from './recorded.ts';

/** A picture that is a file: `/pictures/<name>.svg`. */
export interface PictureFile {
  name: string;
  svg: string;
}

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
    const hash = createHash('sha256').update(svg).digest('hex').slice(0, 10);
    const name = `${example}.${shape}.${hash}`;
    files.push({ name, svg });
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
