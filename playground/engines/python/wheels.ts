import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readZip } from './zip.ts';

/** One vendored wheel, as `wheels.lock.json` names it. */
export interface Wheel {
  name: string;
  version: string;
  file: string;
  /** Hexadecimal, of the whole file. */
  sha256: string;
  /** The wheel's own word: its licence expression, else its licence, else its classifier. */
  licence: string;
}

export const folder = fileURLToPath(new URL('wheels/', import.meta.url));
export const lockFile = fileURLToPath(new URL('wheels.lock.json', import.meta.url));

export const locked = (): Wheel[] => JSON.parse(readFileSync(lockFile, 'utf8')) as Wheel[];

export const readWheel = (file: string): Map<string, Buffer> =>
  readZip(readFileSync(folder + file));

/** The licence that a wheel's metadata states (PEP 639, PEP 314); empty where it states none. */
export function licenceOf(files: Map<string, Buffer>): string {
  const name = [...files.keys()].find((path) => /^[^/]+\.dist-info\/METADATA$/.test(path));
  const [head = ''] = (files.get(name ?? '') ?? '').toString('utf8').split(/\r?\n\r?\n/);
  const field = (pattern: RegExp) => pattern.exec(head)?.[1]?.trim();
  return (
    field(/^License-Expression: (.+)$/m) ??
    field(/^License: (.{1,40})$/m) ??
    field(/^Classifier: License :: OSI Approved :: (.+)$/m) ??
    ''
  );
}
