import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import { agent, memoryJournal, tool, toolSet } from "../../src/index.ts";
import { manualClock } from "../../src/testing/index.ts";
import { openAt } from "./support/hear.ts";
import { events, type ReplyServer, replyServer } from "./support/reply-server.ts";

let server: ReplyServer | undefined;
afterEach(() => server?.close());

const look = tool({
  name: "look",
  description: "Looks.",
  args: z.strictObject({}),
  output: z.string(),
  run: () => "nothing",
});

test("a bound on the cost holds with a server that counts nothing (R13)", async () => {
  const call = { index: 0, id: "c", type: "function", function: { name: "look", arguments: "{}" } };
  const choice = { index: 0, delta: { tool_calls: [call] }, finish_reason: "tool_calls" };
  const turn = events(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
  server = await replyServer(...Array.from({ length: 10 }, () => turn));
  const price = { input: 3_000_000, output: 15_000_000 };
  const model = await openAt("openai-compatible/m", server.url, { prices: { "openai-compatible/m": price } });
  const { result } = agent({
    model,
    tools: toolSet(look).build(),
    budget: { steps: 10, costMicros: 1000 },
    journal: () => memoryJournal("s-1", manualClock()),
  }).start("go", { sessionId: "s-1" });
  const ended = await result;
  expect(ended).toMatchObject({ phase: "Failed", error: { category: "BudgetExceeded" } });
  expect(server.requests.length).toBeLessThan(5);
});
