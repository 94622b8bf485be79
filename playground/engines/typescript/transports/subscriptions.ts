import type { McpServer, ServerEventBus } from '@modelcontextprotocol/server';

/**
 * Tell the client at the other end of this connection which resources change, from now until it is closed.
 * A client of the 2025 protocol names them by `resources/subscribe`; one of 2026 listens, and the SDK in
 * front of the server passes on what it listens to.
 */
export function tellOfUpdates(server: McpServer, bus: ServerEventBus, era: 'legacy' | 'modern') {
  const subscribed = new Set<string>();
  if (era === 'legacy') {
    server.server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
      subscribed.add(uri);
      return {};
    });
    server.server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
      subscribed.delete(uri);
      return {};
    });
  }
  const forget = bus.subscribe((event) => {
    if (event.kind !== 'resource_updated') return;
    const { uri } = event;
    if (era === 'modern' || subscribed.has(uri))
      server.server.sendResourceUpdated({ uri }).catch(forget); // The connection is gone.
  });
}
