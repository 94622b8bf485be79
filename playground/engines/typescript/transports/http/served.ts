import type { McpServer, RequestId, ServerEventBus } from '@modelcontextprotocol/server';

/**
 * A fresh server for a connection, a session or a request. `instead` sends an error in the place of what a
 * cancelled handler gave, and says whether it could.
 */
export type Make = (instead?: (id: RequestId) => boolean) => McpServer;

/** What an HTTP server serves: one program, over all its connections. */
export interface Served {
  make: Make;
  /** Says which resources change. */
  bus: ServerEventBus;
}
