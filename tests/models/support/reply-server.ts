import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server got it. */
export interface GotRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the server does with a request. */
export type Answer = (response: ServerResponse, request: GotRequest) => void | Promise<void>;

/** A server on this machine that answers requests in the order of its script; behind the end it answers as the last time. */
export interface ReplyServer {
  readonly url: string;
  readonly requests: readonly GotRequest[];
  /** Resolves when a connection that had a request has closed. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export async function replyServer(...answers: readonly Answer[]): Promise<ReplyServer> {
  const requests: GotRequest[] = [];
  const closed = Promise.withResolvers<void>();
  const onClose = (): void => closed.resolve();
  const server = createServer((request, response) => {
    if (request.socket.listenerCount("close", onClose) === 0) request.socket.on("close", onClose);
    void readBody(request).then(async (body) => {
      const got = { path: request.url ?? "", headers: request.headers, body };
      requests.push(got);
      await answers[Math.min(requests.length, answers.length) - 1]?.(response, got);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    closed: closed.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

/** Answers with a stream of events, all at once. */
export function events(body: string | Uint8Array): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(body);
  };
}

/** The same in pieces; every piece is written when the one before has gone out. */
export function inPieces(pieces: Iterable<Uint8Array>): Answer {
  return async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const piece of pieces) {
      if (response.destroyed) return;
      await new Promise<void>((resolve) => response.write(piece, () => resolve()));
    }
    response.end();
  };
}

/** Gives the beginning of a body, and then does something else than end. */
export function beginning(body: string | Uint8Array, then: (response: ServerResponse) => void): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(body, () => then(response));
  };
}

/** Answers with a status and a body. */
export function status(code: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => {
    response.writeHead(code, { "content-type": "application/json", ...headers });
    response.end(body);
  };
}
