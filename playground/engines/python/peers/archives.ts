import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A released file of a peer or of a test tool, as `archives.json` names it. */
export interface Archive {
  name: string;
  version: string;
  file: string;
  /** Hexadecimal, of the whole file. */
  sha256: string;
}

const list = new URL('archives.json', import.meta.url);

export const archives = (): Archive[] => JSON.parse(readFileSync(list, 'utf8')) as Archive[];

/** The repository keeps none of them, and no run fetches them twice. */
const cache = fileURLToPath(new URL('../../../../node_modules/.cache/peers/', import.meta.url));

/**
 * Paths of all the archives, fetched where they are not at hand. Python's pip does the work, with whatever
 * index it is set up for, and accepts no file but the one with the hash.
 */
export function fetchArchives(): string[] {
  mkdirSync(cache, { recursive: true });
  const missing = archives().filter((archive) => !isWhole(archive));
  const isWheel = ({ file }: Archive): boolean => file.endsWith('.whl');
  download(missing.filter(isWheel), '--only-binary=:all:');
  const sources = missing.filter((archive) => !isWheel(archive));
  download(sources, `--no-binary=${sources.map(({ name }) => name).join(',')}`);
  const absent = archives().find((archive) => !isWhole(archive));
  if (absent) throw new Error(`pip brought no ${absent.file} with the hash in archives.json.`);
  return archives().map(({ file }) => join(cache, file));
}

function isWhole({ file, sha256 }: Archive): boolean {
  const path = join(cache, file);
  if (!existsSync(path)) return false;
  return createHash('sha256').update(readFileSync(path)).digest('hex') === sha256;
}

function download(wanted: Archive[], format: string): void {
  if (wanted.length === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'peers-'));
  const pins = join(folder, 'pins.txt');
  const lines = wanted.map((one) => `${one.name}==${one.version} --hash=sha256:${one.sha256}\n`);
  writeFileSync(pins, lines.join(''));
  const flags = ['--quiet', '--no-deps', '--require-hashes', '--dest', cache, format];
  try {
    const pip = ['-m', 'pip', 'download', ...flags, '--requirement', pins];
    execFileSync('python3', pip, { stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
