import { connect } from "node:net";

/** How long a server on this machine has to take a connection. */
const ANSWER_MS = 500;
const HERE: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);
const PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Whether a server on this machine takes connections; undefined for every other address. */
export async function localAnswer(baseUrl: string): Promise<boolean | undefined> {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !HERE.has(url.hostname)) return undefined;
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  const { promise, resolve: answer } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port: Number(url.port || PORTS[url.protocol]), timeout: ANSWER_MS });
  socket.once("connect", () => answer(true));
  socket.once("timeout", () => answer(false));
  socket.once("error", () => answer(false));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}
