import { locked, readWheel } from './engines/python/wheels.ts';

/** A package that the site hands to its readers, and the terms it comes under. */
export interface Licensed {
  name: string;
  version: string;
  licence: string;
  /** The texts of its licence and notices, word for word; empty where the package brings none. */
  texts: string[];
}

/** The Python packages that the Python engine loads, with what their wheels say. For the build: it reads files. */
export function pythonPackages(): Licensed[] {
  return locked().map(({ name, version, file, licence }) => {
    const texts = [...readWheel(file)]
      .filter(([path]) => /\.dist-info\/licenses\/.*(licen[cs]e|copying|notice)/i.test(path))
      .map(([, bytes]) => bytes.toString('utf8').trim());
    return { name, version, licence, texts };
  });
}
