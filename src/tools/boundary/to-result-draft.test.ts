import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { expect, test } from "vitest";
import { catalogRow, digestText, EPOCH, type Json, type JsonObject, type ToolResultDraft } from "#kernel";
import { sha256 } from "#platform";
import { type CallSetting, type Settlement, ToolFailed } from "#ports";
import { FULL_TURN, sendThrough } from "../../../conformance/full-turn.ts";
import { directSandbox } from "../../../tests/shell/direct-sandbox.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { bashTool } from "../shell/bash.ts";
import { tool } from "../tool.ts";
import { cardOf, toolSet } from "../tool-set.ts";
import { openWorkspace } from "../workspace/open-workspace.ts";
import { callTool } from "./call-tool.ts";
import { toResultDraft } from "./to-result-draft.ts";

const root = temporaryFolder();
mkdirSync(join(root, "src"));
writeFileSync(join(root, "src/long.txt"), "zeile é\n".repeat(2_000));

const path = z.string();
const SET = toolSet(
  tool({
    name: "look",
    description: "Shows a file.",
    args: z.strictObject({ path }),
    output: z.string(),
    effects: ["read"],
    run: (args, { workspace }) => Buffer.from(workspace.read(args.path, { maxBytes: 1e6 }).bytes).toString("utf8"),
  }),
  tool({
    name: "put",
    description: "Makes a file.",
    args: z.strictObject({ path, text: z.string() }),
    output: z.null(),
    effects: ["write"],
    run: (args, { workspace }) => {
      if (args.text === "secret") throw new ToolFailed("Denied", "not that");
      if (args.text === "") throw new Error("a bug");
      workspace.change([{ kind: "put", path: args.path, bytes: Buffer.from(args.text), from: undefined }]);
      return null;
    },
  }),
).build();

const POLICY = FULL_TURN.draft.values.truncationPolicy;
const SETTING: CallSetting = {
  correlationId: "run-1",
  stepId: "step-1",
  signal: new AbortController().signal,
  workspace: openWorkspace(root, { role: "coder" }),
  clock: { now: () => EPOCH },
  truncation: POLICY,
  onThrow: "answer",
};

const CALLS: readonly { readonly tool: string; readonly args: Json; readonly signal?: AbortSignal }[] = [
  { tool: "look", args: { path: "src/long.txt" } },
  { tool: "look", args: { path: "src/none.txt" } },
  { tool: "put", args: { path: "src/new.txt", text: "new\n" } },
  { tool: "put", args: { path: "src/no.txt", text: "secret" } },
  { tool: "put", args: { path: "src/bug.txt", text: "" } },
  { tool: "put", args: { path: "src/late.txt", text: "late" }, signal: AbortSignal.abort() },
];

function settle(): Promise<readonly Settlement[]> {
  return Promise.all(
    CALLS.map(({ tool: name, args, signal = SETTING.signal }, at) =>
      callTool(
        SET,
        { toolCallId: `tc-${at}`, tool: name, argumentsText: JSON.stringify(args) },
        { ...SETTING, signal },
      ),
    ),
  );
}

function draftOf(settlement: Settlement, at: number): ToolResultDraft {
  const effects = SET.get(settlement.tool)?.effects ?? [];
  return toResultDraft(settlement, {
    seq: 12 + at,
    order: at,
    injectionPoint: "tool_response",
    effects,
    root: "/repo",
  });
}

test("what the boundary settles closes a turn in the full profile: read, written, cut, refused, failed, interrupted (T03)", async () => {
  const settlements = await settle();
  const { values } = FULL_TURN.draft;
  const verdict = sendThrough({
    ...FULL_TURN,
    draft: {
      ...FULL_TURN.draft,
      values: {
        ...values,
        catalog: SET.tools.map((one) => catalogRow(cardOf(one), sha256)),
        toolPolicy: { allow: SET.tools.map(({ name }) => name) },
        boundaryPolicy: { ...values.boundaryPolicy, editSurfaces: ["put"] },
        contextScope: { ...values.contextScope, write: ["/repo/src/**"] },
      },
    },
    requests: {
      requests: settlements.map(({ toolCallId, tool: toolName, args = {}, repairs }, at) => ({
        toolCallId,
        toolName,
        providerCallId: `p-${at}`,
        actionId: `a-${at}`,
        index: at,
        block: { replyDigest: `sha256:${"a".repeat(64)}`, n: at },
        args,
        repairs: repairs.map(({ rule, field }) => ({ rule, field })),
      })),
      values: SET.tools.flatMap(({ schema, examples }): Json[] => [schema, [...examples]]),
    },
    decisions: {
      ...FULL_TURN.decisions,
      // The tool denied it, not the policy.
      permissions: Object.fromEntries(
        settlements.map(({ toolCallId }) => [toolCallId, { decision: "allow", ruleId: "inside" }]),
      ),
    },
    results: settlements.map(draftOf),
    use: { summary: { ref: "summary://3", inputs: ["tc-0", "tc-1", "tc-2"] } },
    closing: {
      ...FULL_TURN.closing,
      guards: FULL_TURN.closing.guards.map((guard) => ({ ...guard, seq: 40 })),
    },
  });
  expect(settlements.map(({ outcome }) => outcome)).toEqual(["ok", "failed", "ok", "denied", "failed", "interrupted"]);
  expect(settlements[0]?.truncation?.totalBytes).toBe(18_000);
  expect(verdict.admitted ? [] : verdict.refusal.violations).toEqual([]);
});

test("evidence holds whole paths, digests and the surface; a denied call leaves no trace", async () => {
  const settlements = await settle();
  const [read, , written, denied] = settlements.map(draftOf);
  expect(read).toMatchObject({ provenance: { kind: "api", ref: "tools/look" }, reads: ["/repo/src/long.txt"] });
  expect(written).toMatchObject({ surface: "put" });
  expect(Object.keys(denied ?? {}).toSorted()).toEqual(
    ["error", "injectionPoint", "order", "outcome", "payload", "provenance", "seq", "shown", "toolCallId"].toSorted(),
  );
});

const TOLD = { seq: 1, injectionPoint: "tool_response", effects: ["shell"], root: "/repo" } as const;

async function bashDraft(args: JsonObject, signal = SETTING.signal): Promise<ToolResultDraft> {
  const set = toolSet(bashTool(directSandbox(root))).build();
  const call = { toolCallId: "tc-0", tool: "bash", argumentsText: JSON.stringify({ workdir: ".", ...args }) };
  return toResultDraft(await callTool(set, call, { ...SETTING, signal }), TOLD);
}

test("a command leaves what the gate asks of the shell: its digest, its folder, the walls, and an exit without room for data (T05)", async () => {
  const { outcome, shell, reads, surface } = await bashDraft({ command: "exit 4", workdir: "src" });
  expect({ outcome, shell, reads, surface }).toEqual({
    outcome: "ok",
    shell: {
      commandDigest: digestText(sha256, "exit 4"),
      workdir: "/repo/src",
      profile: "workspace-write",
      network: "none",
      exit: 4,
    },
    reads: undefined,
    surface: undefined,
  });
  const killed = await bashDraft({ command: "kill -9 $$" });
  expect(killed.shell).toMatchObject({ workdir: "/repo", exit: "SIGKILL" });
  const late = await bashDraft({ command: "sleep 9", timeout_ms: 50 });
  expect(late.shell).toMatchObject({ exit: "timed_out.soft" });
});

test("a shell call that started no command was turned away: it has none to show (T05)", async () => {
  const drafts = [
    await bashDraft({ command: "" }),
    await bashDraft({ command: "true", workdir: "src/none" }),
    await bashDraft({ command: "true" }, AbortSignal.abort()),
  ];
  expect(drafts.map(({ outcome, shell, error }) => [outcome, shell, error?.errorCode])).toEqual([
    ["denied", undefined, "InvalidInput"],
    ["denied", undefined, "Denied"],
    ["interrupted", undefined, "Interrupted"],
  ]);
});

test("no output and no other tool can put a command into evidence", async () => {
  const forger = tool({
    name: "forge",
    description: "Says that it ran a command.",
    args: z.strictObject({}),
    output: z.unknown(),
    effects: ["shell"],
    run: () => ({ shell: { commandDigest: "sha256:0", exit: 0 }, row: {} }),
  });
  const settlement = await callTool(
    toolSet(forger).build(),
    { toolCallId: "tc-0", tool: "forge", argumentsText: "{}" },
    SETTING,
  );
  expect(settlement.shell).toBeUndefined();
  expect(toResultDraft(settlement, TOLD).shell).toBeUndefined();
});

test("a tool around the shell tool leaves the command that it ran, and cannot run a second one", async () => {
  const bash = bashTool(directSandbox(root));
  const around = (times: number) =>
    tool({
      name: "around",
      description: "Runs a command.",
      args: z.strictObject({}),
      output: z.unknown(),
      effects: ["shell"],
      run: async (_args, context) => {
        const given = await bash.checkArgs({ command: "true", workdir: "." });
        if (given.issues !== undefined) throw new Error("refused");
        for (let at = 0; at < times; at++) await bash.run(given.value, { ...context });
        return null;
      },
    });
  const settleAround = (times: number) =>
    callTool(toolSet(around(times)).build(), { toolCallId: "tc-0", tool: "around", argumentsText: "{}" }, SETTING);
  expect((await settleAround(1)).shell?.commandDigest).toBe(digestText(sha256, "true"));
  const twice = await settleAround(2);
  expect([twice.failure?.message.includes("one call runs one command"), twice.outcome]).toEqual([true, "failed"]);
});
