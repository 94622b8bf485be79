import type { Case, Transport } from '../../content/claims.ts';
import type { Script, TransportChoice } from '../engines/engine.ts';
import type { Example } from '../example.ts';

/** The script of a case, on one of its transports. */
export function scriptOf(facts: Case, on: Transport, { call }: Pick<Example, 'call'>): Script {
  const { calls, stops = [], timeout } = facts;
  const read_timeout_seconds = timeout ?? null;
  const planned = calls ?? [{ ...call, at: 0 }];
  return {
    transport: choiceOf(on),
    calls: planned.map(({ target, arguments: given, at }) => ({
      method: call.method,
      target,
      arguments: { ...given },
      read_timeout_seconds,
      at,
    })),
    acts: stops.map((at) => ({ at, do: 'stop', call: 1 })),
  };
}

/** The transport that a name such as `http-legacy-json` stands for. */
function choiceOf(on: Transport): TransportChoice {
  if (on === 'memory') return { kind: 'memory' };
  const [kind, era, switched] = on.split('-') as [
    'stdio' | 'http',
    'modern' | 'legacy',
    ('json' | 'stateless')?,
  ];
  if (kind === 'stdio') return { kind, era };
  return {
    kind,
    era,
    json_response: switched === 'json',
    stateless_http: switched === 'stateless',
  };
}
