import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { hear, openAt } from "./support/hear.ts";
import { type Answer, replyServer } from "./support/reply-server.ts";

/*
 * Servers that never stop: a little comes again and again, and nothing is said with it. Every wait has an end (DESIGN 20, R04).
 */

const REF = "openai-compatible/m";
const HELLO = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "hello" }, finish_reason: "stop" }] })}\n\n`;

/** Says something once, and then the same little thing for ever. */
function dripping(code: number, first: string, drop: string): Answer {
  return (response: ServerResponse) => {
    response.writeHead(code, { "content-type": "text/event-stream" });
    response.write(first);
    const timer = setInterval(() => response.write(drop), 100);
    response.on("close", () => clearInterval(timer));
  };
}

async function heardOf(answer: Answer, idleMs: number): Promise<string | undefined> {
  const server = await replyServer(answer);
  try {
    const { reply, error } = await hear(await openAt(REF, server.url, { idleMs }));
    await server.closed;
    return reply?.stopReason ?? error?.message;
  } finally {
    await server.close();
  }
}

// Without an end each of these runs into the limit of its test.
const LIMIT = { timeout: 40_000 };

test.concurrent("behind the end of a reply, comments do not hold it up", LIMIT, async () => {
  expect(await heardOf(dripping(200, `${HELLO}data: [DONE]\n\n`, ": ping\n\n"), 60_000)).toBe("end_turn");
});

test.concurrent("behind the end of a reply, events do not hold it up either", LIMIT, async () => {
  expect(await heardOf(dripping(200, `${HELLO}data: [DONE]\n\n`, HELLO), 60_000)).toBe("end_turn");
});

test.concurrent("the body of a refusal that drips is not waited for", LIMIT, async () => {
  expect(await heardOf(dripping(500, "sorry", "y"), 60_000)).toMatch(
    /^openai-compatible\/m: status 500: sorryy+ \(try again later\)$/,
  );
});

test.concurrent("comments and events of nothing are no reply", LIMIT, async () => {
  const said = "openai-compatible/m: nothing came for 2000 ms";
  expect(await heardOf(dripping(200, "", ": ping\n\n"), 2000)).toBe(said);
  expect(await heardOf(dripping(200, "data: {}\n\n", "data:\n\n"), 2000)).toBe(said);
  expect(await heardOf(dripping(200, "", "\n"), 2000)).toBe(said);
});

test.concurrent("a reply that says nothing with every event is not heard for ever", LIMIT, async () => {
  expect(await heardOf(dripping(200, "", "data: {}\n\n"), 300)).toMatch(
    /^openai-compatible\/m: (?:the reply was not whole after 9000|nothing came for 300) ms$/,
  );
});
