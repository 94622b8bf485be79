/** What answers HTTP requests: the SDK's `fetch` handlers, and what stands in front of them. */
export interface HttpServer {
  fetch(request: Request, peer: Peer): Promise<Response>;
}

/** A part of a server: it is given the body as JSON, undefined where it is none and still to be read. */
export interface ServerPart {
  fetch(request: Request, peer: Peer, parsedBody: unknown): Promise<Response>;
}

/** The server's view of who sent a request. The request itself carries no signal: who wants to know asks. */
export interface Peer {
  /**
   * Calls `then` where the client closes the connection before the response has ended. To ask is to be told,
   * and what the server makes of it is its own affair.
   */
  whenGone(then: () => void): void;
}
