// Servers over streamable HTTP, on this machine: those of the server package, and those that no package would make (T09).
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { eventually } from "../sandbox/sandbox-order.ts";
import { httpServer, packageServer } from "./http-server.ts";
import { answerOf, callMcp, opened } from "./opened.ts";

describe("a server over HTTP (T09)", () => {
  test("is greeted with its headers, its tools are called, and it hears the end of the session", async () => {
    const { url, requests } = await httpServer(packageServer());
    const headers = { Authorization: "Bearer ${TOKEN}", "X-Plain": "plain" };
    const mcp = await opened(
      { web: { url, headers } },
      { environment: (name) => (name === "TOKEN" ? "t-1" : undefined) },
    );
    expect(mcp.servers).toMatchObject([
      {
        kind: "http",
        status: "ready",
        tools: ["mcp__web__echo", "mcp__web__hang", "mcp__web__forget", "mcp__web__change"],
      },
    ]);
    expect(await answerOf(mcp, "mcp__web__echo", { text: "über" })).toEqual(["ok", "über"]);
    await mcp.close();
    expect(requests.at(-1)?.method).toBe("DELETE");
    for (const { headers: sent } of requests)
      expect([sent.authorization, sent["x-plain"]]).toEqual(["Bearer t-1", "plain"]);
    const [first] = requests;
    expect(JSON.parse(first?.body ?? "")).toMatchObject({ method: "initialize", params: { capabilities: {} } });
  });

  test("that changes a tool after it was advertised: it is not called any more", async () => {
    const { url, requests } = await httpServer(packageServer());
    const mcp = await opened({ web: { url } });
    // The stream by which it tells of changes is opened behind the greeting.
    expect(await eventually(() => requests.some(({ method }) => method === "GET"))).toBe(true);
    await answerOf(mcp, "mcp__web__change");
    expect(await eventually(() => mcp.servers[0]?.withdrawn.length === 1)).toBe(true);
    expect((await callMcp(mcp, "mcp__web__echo", { text: "a" })).failure?.code).toBe("Denied");
  });

  test("that hangs is a timeout and hears that the call was called off", async () => {
    const { url, requests } = await httpServer(packageServer());
    const mcp = await opened({ web: { url, timeoutMs: 300 } });
    expect((await callMcp(mcp, "mcp__web__hang")).outcome).toBe("timeout");
    expect(await eventually(() => requests.some(({ body }) => body.includes("notifications/cancelled")))).toBe(true);
    expect(await answerOf(mcp, "mcp__web__echo", { text: "on" })).toEqual(["ok", "on"]);
  });

  test("that dies in a call leaves an unknown effect; one that is gone is not found", async () => {
    const { url, requests, stop } = await httpServer(packageServer());
    const mcp = await opened({ web: { url } });
    const call = callMcp(mcp, "mcp__web__hang");
    expect(await eventually(() => requests.some(({ body }) => body.includes('"hang"')))).toBe(true);
    stop();
    expect(await call).toMatchObject({ outcome: "interrupted", failure: { code: "Interrupted" } });
    expect(await answerOf(mcp, "mcp__web__echo", { text: "a" })).toEqual([
      "failed",
      { code: "NotFound", message: expect.stringContaining("ECONNREFUSED"), retryable: false },
    ]);
    const calls = requests.filter(({ body }) => body.includes('"tools/call"'));
    expect(calls.length).toBe(1);
  });

  test("that forgets the session: nothing was called, and the next call begins another one", async () => {
    const { url } = await httpServer(packageServer());
    const mcp = await opened({ web: { url } });
    await answerOf(mcp, "mcp__web__forget");
    expect((await callMcp(mcp, "mcp__web__echo", { text: "a" })).failure?.code).toBe("NotFound");
    expect(await answerOf(mcp, "mcp__web__echo", { text: "b" })).toEqual(["ok", "b"]);
    expect(mcp.servers[0]?.restarts).toBe(1);
  });
});

const TOOL = { name: "go", inputSchema: { type: "object" } };

/** A server by hand: it greets and lists as it should, and answers calls as it is told. */
async function raw(onCall: (response: ServerResponse, id: number) => unknown): Promise<string> {
  const { url } = await httpServer((request, response, body) => {
    const { id, method } = (body === "" ? {} : JSON.parse(body)) as { id?: number; method?: string };
    if (method === "tools/call" && id !== undefined) return onCall(response, id);
    if (request.method !== "POST") return response.writeHead(405).end();
    if (id === undefined) return response.writeHead(202).end();
    const result =
      method === "initialize"
        ? { protocolVersion: "2025-06-18", serverInfo: { name: "raw", version: "1" }, capabilities: { tools: {} } }
        : { tools: [TOOL] };
    return response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  return url;
}

/** Writes for ever, as fast as it is read. */
function pour(response: ServerResponse, block: string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(block));
    response.once("drain", more);
  };
  more();
}

const STREAM = { "content-type": "text/event-stream" };
const NOTICE = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n\n';

describe("a server over HTTP that floods or lies", () => {
  test.each<readonly [string, (response: ServerResponse, id: number) => unknown]>([
    [
      "a body without end",
      (response) => pour(response.writeHead(200, { "content-type": "application/json" }), "x".repeat(65_536)),
    ],
    ["an event without end", (response) => pour(response.writeHead(200, STREAM), "x".repeat(65_536))],
    ["notices without end", (response) => pour(response.writeHead(200, STREAM), NOTICE.repeat(100))],
    ["remarks without end", (response) => pour(response.writeHead(200, STREAM), `: ${"x".repeat(16_384)}\n\n`)],
    [
      "events that are no messages",
      (response) => pour(response.writeHead(200, STREAM), "data: nonsense\n\n".repeat(100)),
    ],
  ])("%s: it is broken off", async (_, onCall) => {
    const mcp = await opened({ web: { url: await raw(onCall) } });
    expect((await callMcp(mcp, "mcp__web__go")).outcome).toBe("interrupted");
    expect(mcp.servers[0]).toMatchObject({ status: "failed", problem: { code: "flooded" } });
  });

  test.each<readonly [string, (response: ServerResponse, id: number) => unknown, string]>([
    [
      "a stream that ends without an answer",
      (response) => response.writeHead(200, STREAM).end(": bye\n\n"),
      "Interrupted",
    ],
    [
      "a stream that is cut",
      (response) => response.writeHead(200, STREAM).write("data: {", () => response.destroy()),
      "Interrupted",
    ],
    [
      "a body that is no JSON",
      (response) => response.writeHead(200, { "content-type": "application/json" }).end("{"),
      "Interrupted",
    ],
    [
      "another kind of content",
      (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      "Interrupted",
    ],
    ["an error of its own", (response) => response.writeHead(500).end("oh"), "Interrupted"],
    ["a closed door", (response) => response.writeHead(403).end("no"), "Denied"],
    ["a redirect", (response) => response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(), "Interrupted"],
  ])("%s is a failure with a code", async (_, onCall, code) => {
    const mcp = await opened({ web: { url: await raw(onCall) } });
    expect((await callMcp(mcp, "mcp__web__go")).failure?.code).toBe(code);
  });

  test("a redirect is not followed, and nothing is sent elsewhere", async () => {
    const elsewhere = await httpServer((_, response) => response.writeHead(200).end());
    const mcp = await opened({
      web: { url: await raw((response) => response.writeHead(307, { location: elsewhere.url }).end()) },
    });
    await callMcp(mcp, "mcp__web__go");
    expect(elsewhere.requests).toEqual([]);
  });

  test("one that cannot be reached, refuses or never answers is a fault of its own", async () => {
    const gone = await httpServer(() => undefined);
    gone.stop();
    const refusing = await httpServer((_, response) => response.writeHead(401).end());
    const silent = await httpServer(() => undefined);
    const mcp = await opened(
      { gone: { url: gone.url }, refusing: { url: refusing.url }, silent: { url: silent.url } },
      { startMs: 1_500 },
    );
    expect(mcp.servers.map(({ problem }) => problem)).toEqual([
      { code: "unreachable", message: 'MCP server "gone" cannot be reached: ECONNREFUSED' },
      { code: "unreachable", message: 'MCP server "refusing" answers with HTTP status 401' },
      { code: "hung", message: 'MCP server "silent" did not answer within 1500 ms' },
    ]);
  });
});
