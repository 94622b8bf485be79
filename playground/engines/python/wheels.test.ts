import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folder, licenceOf, locked, readWheel } from './wheels.ts';

const wheels = locked();

it('vendors the wheels that the lock names, and no others', () => {
  expect(wheels.length).toBeGreaterThan(15);
  expect(readdirSync(folder).sort()).toEqual(wheels.map(({ file }) => file).sort());
});

it.each(wheels)('$name $version is the file that the lock says, under its licence', (wheel) => {
  const hash = createHash('sha256').update(readFileSync(folder + wheel.file));
  expect(hash.digest('hex')).toBe(wheel.sha256);
  expect(wheel.licence).not.toBe('');
  expect(licenceOf(readWheel(wheel.file))).toBe(wheel.licence);
});

it.each(wheels)(
  '$name $version calls itself that, and holds what it lists',
  ({ name, version, file }) => {
    const files = readWheel(file);
    const info = [...files.keys()].find((path) => path.endsWith('.dist-info/METADATA')) ?? '';
    const head = (files.get(info) ?? '').toString('utf8');
    expect(
      /^Name: (.+)$/m
        .exec(head)?.[1]
        ?.toLowerCase()
        .replaceAll(/[-_.]+/g, '-'),
    ).toBe(name);
    expect(/^Version: (.+)$/m.exec(head)?.[1]?.trim()).toBe(version);
    // Wheels list each of their files with its hash.
    const record = (files.get(info.replace('METADATA', 'RECORD')) ?? '').toString('utf8');
    const listed = [...record.matchAll(/^"?(.+?)"?,sha256=([\w-]+),/gm)];
    expect(listed.length).toBeGreaterThan(2);
    for (const [, path = '', hash] of listed) {
      const bytes = files.get(path) ?? Buffer.of();
      expect([path, createHash('sha256').update(bytes).digest('base64url')]).toEqual([path, hash]);
    }
  },
);
