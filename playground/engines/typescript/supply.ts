import compiled from 'virtual:compiled-programs';
import compilerUrl from '../typescript.compiler.ts?worker&url';

export { compiled };

let script: Promise<Blob> | null = null;

/**
 * The compiler's script. Fetched once a page, and again after a failure.
 * @throws where it cannot be fetched.
 */
export function compiler(): Promise<Blob | string> {
  if (import.meta.env.DEV) return Promise.resolve(new URL(compilerUrl, location.href).href);
  script ??= fetchScript();
  script.catch(() => (script = null));
  return script;
}

async function fetchScript(): Promise<Blob> {
  const response = await fetch(compilerUrl);
  if (!response.ok) throw new Error(`The compiler could not be fetched: HTTP ${response.status}.`);
  return response.blob();
}
