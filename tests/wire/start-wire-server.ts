import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import type { Json, JsonObject } from "#kernel";
import { anthropic } from "./formats/anthropic.ts";
import { chat } from "./formats/chat.ts";
import { google } from "./formats/google.ts";
import { responses } from "./formats/responses.ts";
import { givenOut } from "./given-out.ts";
import { WireRefusal } from "./refuse.ts";
import type { RawRequest, WireFormat } from "./wire-format.ts";
import { type RecordedRequest, turnsSaid, type WireFormatName, type WireRequest } from "./wire-request.ts";
import type { WireFault, WireFaults, WireScript, WireTurn } from "./wire-turn.ts";

const FORMATS: readonly WireFormat[] = [anthropic, chat, responses, google];
/** Headers that hold a key: whether they were there is checked, and nothing of them is kept. */
const KEY_HEADERS: ReadonlySet<string> = new Set(["authorization", "x-api-key", "x-goog-api-key"]);

/** What a server says, and how it fails. */
export interface WireServerOptions {
  readonly script: WireScript;
  readonly faults?: WireFaults;
}

/** A scripted provider on this machine. */
export interface WireServer {
  readonly port: number;
  /** Every request in its order, also those it refused. */
  readonly requests: readonly RecordedRequest[];
  /** Connections that are open now. */
  readonly sockets: () => number;
  /** Resolves once so many requests have come. */
  readonly came: (count: number) => Promise<void>;
  /** Resolves once so many replies have stalled, each with all that was to come before. */
  readonly stalled: (count: number) => Promise<void>;
  /** Lets stalled replies go on. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}

/** Where a client of a format finds the server. */
export function baseUrl(port: number, format: WireFormatName): string {
  return `http://127.0.0.1:${port}/${format === "google" ? "v1beta" : "v1"}`;
}

/** Starts a provider that speaks four formats from one script, and refuses what the real ones refuse. */
export async function startWireServer({ script, faults = {} }: WireServerOptions): Promise<WireServer> {
  const requests: RecordedRequest[] = [];
  const given = givenOut();
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  let released = Promise.withResolvers<void>();
  let legal = 0;
  let stalls = 0;

  const tell = (): void => {
    for (const look of waiting) look();
  };
  const keep = (request: RecordedRequest): void => {
    requests.push(request);
    tell();
  };
  const once = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isSo()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = "" } = message;
    const format = FORMATS.find(({ owns }) => owns(path));
    const raw = { path, headers: flat(message), body: await readBody(message) };
    const recorded = { path, headers: withoutKeys(raw.headers), body: raw.body };
    if (format === undefined) {
      keep({ ...recorded, refused: "no such path" });
      return send(response, 404, { error: { message: `Unknown path ${path}` } });
    }
    let read: WireRequest;
    try {
      read = format.read(raw, given);
    } catch (error) {
      if (!(error instanceof WireRefusal)) throw error;
      keep({ ...recorded, refused: error.message });
      return send(response, error.status, format.error(error.status, error.message));
    }
    const count = legal++;
    const fault = typeof faults === "function" ? faults(read, count) : faults[count];
    keep({ ...recorded, read });
    if (fault?.kind === "status")
      return send(
        response,
        fault.status,
        format.error(fault.status, fault.message ?? "scripted failure"),
        fault.headers,
      );
    await answer({ response, format, read, raw, fault });
  }

  async function answer(parts: {
    readonly response: ServerResponse;
    readonly format: WireFormat;
    readonly read: WireRequest;
    readonly raw: RawRequest;
    readonly fault: WireFault | undefined;
  }): Promise<void> {
    const { response, format, read, raw, fault } = parts;
    if (fault?.kind === "delay") await after(fault.ms);
    const turn = turnFor(script, read);
    const answering = { request: read, raw, given };
    if (!read.stream) return send(response, 200, format.whole(turn, answering));
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
    for (const [at, event] of format.events(turn, answering).entries()) {
      if (response.destroyed) return;
      if (fault?.kind === "cut" && at === fault.events) return void response.socket?.resetAndDestroy();
      if (fault?.kind === "stall" && at === fault.events) {
        stalls += 1;
        tell();
        await released.promise;
      }
      if (fault?.kind === "pace") await after(fault.ms);
      response.write(event);
      // Faults count events that were sent, each in a packet of its own.
      if (fault !== undefined) await after(1);
    }
    response.end();
  }

  const server = createServer({ keepAliveTimeout: 0 }, (message, response) => {
    serve(message, response).catch((error: unknown) => {
      if (response.destroyed) return;
      response.writeHead(599);
      response.end(`the wire server has a bug: ${String(error)}`);
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    // A client that was killed resets its connection: that is what this server is for.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    port: (server.address() as AddressInfo).port,
    requests,
    sockets: () => sockets.size,
    came: (count) => once(() => requests.length >= count),
    stalled: (count) => once(() => stalls >= count),
    release(): void {
      released.resolve();
      released = Promise.withResolvers<void>();
    },
    async close(): Promise<void> {
      released.resolve();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function turnFor(script: WireScript, request: WireRequest): WireTurn {
  if (typeof script === "function") return script(request);
  const turn = script[turnsSaid(request)] ?? script.at(-1);
  if (turn === undefined) throw new Error("the script holds no turn");
  return turn;
}

async function readBody(message: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as JsonObject);
}

function flat(message: IncomingMessage): RawRequest["headers"] {
  return Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, [value].flat().join(", ")]));
}

function withoutKeys(headers: RawRequest["headers"]): RecordedRequest["headers"] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      KEY_HEADERS.has(name) || value === undefined ? [] : [[name, value]],
    ),
  );
}

function send(
  response: ServerResponse,
  status: number,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
