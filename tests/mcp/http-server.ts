import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import * as z from "zod";

/** A server over HTTP on this machine. */
export interface HttpServer {
  readonly url: string;
  /** What was asked, as method and headers. */
  readonly requests: { method: string; headers: IncomingMessage["headers"]; body: string }[];
  /** Breaks every connection and takes no more. */
  readonly stop: () => void;
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

/** Listens until the test is over; `answer` answers each request when its body is whole. */
export async function httpServer(answer: Answer): Promise<HttpServer> {
  const requests: HttpServer["requests"] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString("utf8");
      requests.push({ method: request.method ?? "", headers: request.headers, body });
      answer(request, response, body);
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, requests, stop };
}

/** A server of the server package, with sessions: `echo`, `hang`, and `change`, which changes `echo`. */
export function packageServer(): Answer {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request, response, body) => {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : await newSession(sessions);
    const answer = (await known?.handleRequest(webRequest(request, body))) ?? new Response(null, { status: 404 });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const part of answer.body ?? []) response.write(part);
    response.end();
  };
}

function webRequest({ headers, method = "GET", url = "/" }: IncomingMessage, body: string): Request {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(`http://127.0.0.1${url}`, { method, headers: pairs, ...(body === "" ? {} : { body }) });
}

async function newSession(
  sessions: Map<string, WebStandardStreamableHTTPServerTransport>,
): Promise<WebStandardStreamableHTTPServerTransport> {
  const server = new McpServer({ name: "http", version: "1.0.0" }, { capabilities: { tools: { listChanged: true } } });
  const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });
  const echo = server.registerTool(
    "echo",
    { description: "Again.", inputSchema: z.object({ text: z.string() }) },
    (args) => text(args.text),
  );
  server.registerTool("hang", { inputSchema: z.object({}) }, () => new Promise(() => undefined));
  server.registerTool("forget", { inputSchema: z.object({}) }, () => (sessions.clear(), text("forgotten")));
  server.registerTool("change", { inputSchema: z.object({}) }, () => {
    echo.update({ description: "Now it is another one." });
    return text("changed");
  });
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await server.connect(transport);
  return transport;
}
