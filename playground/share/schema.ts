import { z } from 'zod';
import type { Act, Call, TransportChoice } from '../engines/engine.ts';

/** Seconds; a day is more than any run. */
const seconds = z.number().min(0).max(86_400);
const text = z.string().max(10_000);
/** Counts from 1. */
const number = z.int().min(1).max(10_000);

const era = z.enum(['modern', 'legacy']);

const transport = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('memory') }),
  z.strictObject({ kind: z.literal('stdio'), era }),
  z.strictObject({
    kind: z.literal('http'),
    era,
    json_response: z.boolean(),
    stateless_http: z.boolean(),
    served_by: z.literal('sdk').optional(),
  }),
]) satisfies z.ZodType<TransportChoice>;

/** As it was parsed: a record schema would leave out a key such as `__proto__`. */
const json = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const call = z.strictObject({
  method: z.enum(['tools/call', 'prompts/get', 'resources/read']),
  target: text,
  arguments: json,
  read_timeout_seconds: seconds.nullable(),
  move_on_after: seconds.optional(),
  progress: z.boolean().optional(),
  at: seconds,
}) satisfies z.ZodType<Call>;

const act = z.discriminatedUnion('do', [
  z.strictObject({
    at: seconds,
    do: z.literal('stop'),
    call: number,
    reason: text.optional(),
  }),
  z.strictObject({ at: seconds, do: z.literal('disconnect') }),
  z.strictObject({ at: seconds, do: z.literal('drop') }),
]) satisfies z.ZodType<Act>;

/** Version 1 of a share, as `written.ts` writes it. */
export const written = z.strictObject({
  l: z.enum(['typescript', 'python']),
  s: z.string(),
  k: z.enum(['real', 'virtual']),
  t: transport,
  c: z.array(call).max(1000),
  a: z.array(act).max(1000),
  e: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional(),
});
