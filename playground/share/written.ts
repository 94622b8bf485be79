import type { ShareState } from './state.ts';

/** A share as JSON, version 1. Short names, since every character is in the link. */
export function toWritten({ program, script, clock, example }: ShareState): unknown {
  return {
    l: program.language,
    s: program.source,
    k: clock,
    t: script.transport,
    c: script.calls,
    a: script.acts,
    e: example,
  };
}

/** Null where it is not what `toWritten` writes. The schema loads only when there is something to check. */
export async function fromWritten(json: Uint8Array): Promise<ShareState | null> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch {
    return null;
  }
  const { written } = await import('./schema.ts');
  const read = written.safeParse(value);
  if (!read.success) return null;
  const { l, s, k, t, c, a, e } = read.data;
  return {
    program: { language: l, source: s },
    script: { transport: t, calls: c, acts: a },
    clock: k,
    ...(e === undefined ? {} : { example: e }),
  };
}
