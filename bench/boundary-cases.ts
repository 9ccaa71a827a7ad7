import { hash } from "node:crypto";
import * as z from "zod";
import { CLOSED_SPEC, digestJson, digestText } from "#kernel";
import { now, sha256 } from "#platform";
import type { CallSetting, ToolCall, WorkspaceSession } from "#ports";
import { executeCall, finalizeCall, openWorkspace, prepareCall, tool, toolSet } from "#tools";
import type { Case } from "./cases.ts";
import { inProcess } from "./measure.ts";

/** Calls in one sample: one alone is shorter than the clock can tell. */
const CALLS = 500;

const ARGS = z.strictObject({ path: z.string(), offset: z.int().optional(), limit: z.int().optional() });
const OUTPUT = z.strictObject({ path: z.string(), lines: z.int(), text: z.string() });
const RESULT = { path: "src/parser.ts", lines: 2, text: "while (i < lines) {\n}\n" };

const SET = toolSet(
  tool({ name: "look", description: "Looks at a file.", args: ARGS, output: OUTPUT, run: () => RESULT }),
).build();

/** One call from text to evidence against the work that no boundary could do without, and the same for a call that is refused. */
export function boundaryCases(folder: string): readonly Case[] {
  const session = openWorkspace(folder, { role: "bench" });
  const setting = settingOf(session);
  return [settledCase(setting), repairedCase(setting), ...refusedCases()];
}

function settingOf(workspace: WorkspaceSession): CallSetting {
  return {
    correlationId: "bench",
    stepId: "1",
    signal: new AbortController().signal,
    workspace,
    clock: { now },
    truncation: CLOSED_SPEC.truncationPolicy,
    onThrow: "raise",
  };
}

const COMMON = { samples: 60, short: true } as const;

function settledCase(setting: CallSetting): Case {
  const text = '{"path":"src/parser.ts","offset":10,"limit":200}';
  return {
    ...COMMON,
    name: "tool call",
    bytes: text.length,
    work: many(() => settle(callOf(text), setting)),
    baseline: many(() => bare(text)),
    baselineName: "JSON.parse + parse + sha256",
    goal: 2.5,
  };
}

function repairedCase(setting: CallSetting): Case {
  const given = '{"filePath":"src/parser.ts","offset":"10","limit":200}';
  return {
    ...COMMON,
    name: "tool call, repaired",
    bytes: given.length,
    work: many(() => settle(callOf(given), setting)),
    baseline: many(() => bare('{"path":"src/parser.ts","offset":10,"limit":200}')),
    baselineName: "JSON.parse + parse + sha256",
    goal: 2.5,
  };
}

/** What is wrong with arguments, in the ways that models get them wrong. */
const WRONG = {
  "missing field": '{"offset":10,"limit":200}',
  "unknown field": '{"path":"src/parser.ts","offset":10,"lines":200}',
  "wrong type": '{"path":"src/parser.ts","offset":true,"limit":200}',
  "cut text": '{"path":"src/parser.ts","offset":10,"limit":20',
};

function refusedCases(): readonly Case[] {
  return Object.entries(WRONG).map(([name, text]) => ({
    ...COMMON,
    name: `tool call, ${name}`,
    bytes: text.length,
    work: many(() => refuse(text)),
    baseline: many(() => bareRefusal(text)),
    baselineName: "JSON.parse + parse + sha256",
    goal: 3.5,
  }));
}

function callOf(argumentsText: string): ToolCall {
  return { toolCallId: "tc-1", tool: "look", argumentsText };
}

/** Prepared, run, checked, and both digests that evidence asks for. */
function settle(call: ToolCall, setting: CallSetting): void {
  const preparing = prepareCall(SET, call);
  if (preparing instanceof Promise || !preparing.ok) throw new Error("the call was refused");
  const execution = executeCall(preparing.call, setting);
  if (execution instanceof Promise) throw new Error("the call took its time");
  const settlement = finalizeCall(preparing.call, execution, setting);
  if (settlement instanceof Promise || settlement.outcome !== "ok") throw new Error("the call failed");
  digestJson(sha256, settlement.args ?? null);
  // The payload's digest: its text is its canonical form, uncut.
  digestText(sha256, settlement.shown);
}

/** What the same call costs at least: arguments hashed as they came, the output written once to be hashed. */
function bare(text: string): void {
  ARGS.parse(JSON.parse(text));
  hash("sha256", text);
  hash("sha256", JSON.stringify(OUTPUT.parse(RESULT)));
}

function refuse(text: string): void {
  const preparing = prepareCall(SET, callOf(text));
  if (preparing instanceof Promise || preparing.ok) throw new Error("the call was not refused");
  const { code, message, retryable } = preparing.failure;
  digestJson(sha256, { code, message, retryable });
}

/** The same without a message: what the parsers themselves take to say no, and a digest. */
function bareRefusal(text: string): void {
  if (isTaken(text)) throw new Error("the call was not refused");
  hash("sha256", JSON.stringify({ code: "InvalidInput", message: "", retryable: false }));
}

function isTaken(text: string): boolean {
  try {
    return ARGS.safeParse(JSON.parse(text)).success;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function many(work: () => void): Case["work"] {
  return inProcess(() => {
    for (let at = 0; at < CALLS; at++) work();
  });
}
