import * as z from "zod";
import { describe, expect, test } from "vitest";
import { EPOCH, InvariantError, type JsonObject, type ToolResultDraft } from "#kernel";
import { type DeskCall, type DeskPlace, type Tool, ToolFailed } from "#ports";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { ToolDispatchError } from "./boundary/tool-dispatch-error.ts";
import { tool } from "./tool.ts";
import { toolDesk } from "./tool-desk.ts";
import { toolSet } from "./tool-set.ts";
import { openWorkspace } from "./workspace/open-workspace.ts";

const workspace = openWorkspace(temporaryFolder(), { role: "agent" });
const N = z.strictObject({ n: z.number() });
const common = { description: "Adds one.", args: N, output: N };
const now = tool({ ...common, name: "now", run: ({ n }) => ({ n: n + 1 }) });
const soon = tool({ ...common, name: "soon", run: ({ n }) => Promise.resolve({ n: n + 1 }) });
const slowly = tool({
  ...common,
  name: "slowly",
  output: N.refine(() => Promise.resolve(true)),
  run: ({ n }) => ({ n }),
});
const failing = tool({
  ...common,
  name: "failing",
  run: () => {
    throw new ToolFailed("NotFound", "no such number");
  },
});
const broken = tool({
  ...common,
  name: "broken",
  run: () => {
    throw new TypeError("a bug");
  },
});
const desk = toolDesk({
  set: toolSet(now, soon, slowly, failing, broken).build(),
  workspace,
  clock: { now: () => EPOCH },
  onThrow: "raise",
});

const PLACE: DeskPlace = {
  correlationId: "run-1",
  stepId: "step-1",
  signal: new AbortController().signal,
  truncation: { maxBytes: 1_000, keep: "middle", marker: "…" },
  seq: 7,
  order: 2,
  injectionPoint: "tool_result",
};

async function preparedCall({ name }: Tool): Promise<DeskCall> {
  const preparing = await desk.prepare({ toolCallId: "tc-1", tool: name, argumentsText: '{"n":1}' }, PLACE.signal);
  if (!preparing.ok) throw new Error(preparing.failure.message);
  return preparing.call;
}

function draftOf({ name }: Tool, payload: JsonObject): ToolResultDraft {
  return {
    toolCallId: "tc-1",
    outcome: "ok",
    provenance: { kind: "api", ref: `tools/${name}` },
    seq: 7,
    order: 2,
    injectionPoint: "tool_result",
    payload,
    shown: JSON.stringify(payload),
  };
}

describe("a prepared call at the desk", () => {
  test("is answered at once where its tool and its schemas answer at once", async () => {
    expect(desk.run(await preparedCall(now), PLACE)).toStrictEqual(draftOf(now, { n: 2 }));
  });

  test.each<[string, Tool, number]>([
    ["its tool", soon, 2],
    ["the schema of its output", slowly, 1],
  ])("is answered with a promise where %s takes its time", async (_, given, n) => {
    const running = desk.run(await preparedCall(given), PLACE);
    expect(running).toBeInstanceOf(Promise);
    expect(await running).toStrictEqual(draftOf(given, { n }));
  });

  test("of a tool that fails is a result that says so (T03)", async () => {
    const payload = { code: "NotFound", message: "failing: no such number", retryable: false };
    expect(desk.run(await preparedCall(failing), PLACE)).toStrictEqual({
      ...draftOf(failing, payload),
      outcome: "failed",
      error: { errorCode: "NotFound", retryable: false, errorMessage: "failing: no such number" },
    });
  });

  test("of a tool that breaks is an error of the run (DESIGN 18)", async () => {
    const call = await preparedCall(broken);
    expect(() => desk.run(call, PLACE)).toThrow(ToolDispatchError);
  });

  test("is not started once the run was cancelled, and its result says so (R07)", async () => {
    const call = await preparedCall(now);
    const message = "now was not started: the run was cancelled before";
    expect(desk.run(call, { ...PLACE, signal: AbortSignal.abort() })).toStrictEqual({
      ...draftOf(now, { code: "Interrupted", message, retryable: false }),
      outcome: "interrupted",
      error: { errorCode: "Interrupted", retryable: false, errorMessage: message },
    });
  });
});

test("what no desk prepared does not run, however much it looks like a call", () => {
  const forged = { toolCallId: "tc-1", tool: now, args: { n: 1 }, repairs: [] };
  expect(() => desk.run(forged, PLACE)).toThrow(InvariantError);
});
