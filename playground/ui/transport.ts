import type { Era, HttpChoice, TransportChoice } from '../engines/engine.ts';

/** A kind of connection in one era of the protocol: what a reader chooses first. */
export type Connection = 'stdio' | 'stdio-legacy' | 'http' | 'http-legacy' | 'memory';

/** The two settings of a Streamable HTTP server. */
export const SWITCHES = ['json_response', 'stateless_http'] as const;
export type Switch = (typeof SWITCHES)[number];

/** In the order of the list to choose from. */
export const CONNECTIONS: readonly { value: Connection; name: string }[] = [
  { value: 'stdio', name: 'stdio' },
  { value: 'stdio-legacy', name: 'stdio, 2025 era' },
  { value: 'http', name: 'HTTP' },
  { value: 'http-legacy', name: 'HTTP, 2025 era' },
  { value: 'memory', name: 'in memory' },
];

export function connectionOf(transport: TransportChoice): Connection {
  if (transport.kind === 'memory') return 'memory';
  return transport.era === 'legacy' ? `${transport.kind}-legacy` : transport.kind;
}

/** The transport over another connection. Between the eras of HTTP its switches stay. */
export function withConnection(before: TransportChoice, connection: Connection): TransportChoice {
  const era: Era = connection.endsWith('-legacy') ? 'legacy' : 'modern';
  switch (connection) {
    case 'memory':
      return { kind: 'memory' };
    case 'stdio':
    case 'stdio-legacy':
      return { kind: 'stdio', era };
    case 'http':
    case 'http-legacy':
      return before.kind === 'http'
        ? { ...before, era }
        : { kind: 'http', era, json_response: false, stateless_http: false };
  }
}

export const withSwitch = (http: HttpChoice, name: Switch, on: boolean): HttpChoice => ({
  ...http,
  [name]: on,
});

export const switchesOn = (http: HttpChoice): Switch[] => SWITCHES.filter((name) => http[name]);

/** "stdio", "stdio, 2025 era", "in memory", "HTTP, json_response". */
export function transportName(transport: TransportChoice): string {
  if (transport.kind === 'memory') return 'in memory';
  const name =
    transport.kind === 'stdio'
      ? ['stdio']
      : [
          'HTTP',
          ...switchesOn(transport),
          ...(transport.served_by ? ['the SDK’s own server'] : []),
        ];
  return [...name, ...(transport.era === 'modern' ? [] : ['2025 era'])].join(', ');
}

/** A figure's attributes, for styles and for tests. */
export function transportData(transport: TransportChoice): Record<string, string | undefined> {
  return {
    'data-transport': transport.kind,
    'data-era': transport.kind === 'memory' ? undefined : transport.era,
    'data-switches':
      transport.kind === 'http' ? switchesOn(transport).join(' ') || undefined : undefined,
  };
}
