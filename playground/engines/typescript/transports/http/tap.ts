import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/** Calls `received` with every message before whoever the transport belongs to is given it. */
export function tapReceived(
  transport: Pick<Transport, 'onmessage'>,
  received: (message: JSONRPCMessage) => void,
): void {
  let hear: Transport['onmessage'];
  const tapped: NonNullable<Transport['onmessage']> = (message, extra) => {
    received(message);
    hear?.(message, extra);
  };
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => hear && tapped,
    set: (listener: Transport['onmessage']) => (hear = listener),
  });
}
