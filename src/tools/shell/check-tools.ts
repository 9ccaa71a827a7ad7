import * as z from "zod";
import { type CommandEnd, type Sandbox, type Tool, ToolFailed } from "#ports";
import { shellRecorder } from "../boundary/shell-record.ts";
import { tool } from "../tool.ts";
import { assertAttested } from "./assert-attested.ts";

const GRACE_MS = 5_000;
const MOST_TIMEOUT_MS = 3_600_000;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;
const KEPT = { headBytes: 8 * 1024, tailBytes: 24 * 1024 };

const CHECK = z.strictObject({
  name: z.string().min(1),
  command: z.string().min(1),
  /** The git tree that is checked: it binds the result to what was there. */
  tree: z.string().min(1),
  timeout_ms: z.int().min(1).max(MOST_TIMEOUT_MS),
});

const WORK = z.strictObject({ name: z.string().min(1), outcome: z.string().min(1), tree: z.string().min(1) });

const HELD = z.strictObject({
  name: z.string(),
  exit_code: z.literal(0),
  stdout_sha256: z.string(),
  stderr_sha256: z.string(),
});

/** Hears how each check ended, with what it printed. */
export type CheckEnded = (name: string, end: CommandEnd) => void;

/**
 * The tool by which the harness runs a declared check (M10): exit code 0 is a result, anything else a failure. Throws `PortError`
 * `runtime.shell_boundary_violation` where the sandbox was not shown to hold.
 */
export function checkTool(sandbox: Sandbox, onEnd: CheckEnded): Tool {
  return tool({
    name: "check",
    description: "Runs a declared check of the project in the sandbox; it holds when it exits with 0.",
    args: CHECK,
    output: HELD,
    effects: ["shell"],
    timeoutMs: MOST_TIMEOUT_MS + 2 * GRACE_MS,
    run: async ({ name, command, timeout_ms }, context) => {
      assertAttested(sandbox);
      const record = shellRecorder(context);
      const limits = { softMs: timeout_ms, hardMs: GRACE_MS, maxBytes: MOST_OUTPUT_BYTES, ...KEPT };
      const end = await sandbox.run({ command, workdir: ".", limits, signal: context.signal });
      record(end.row);
      onEnd(name, end);
      assertHeld(name, end);
      return { name, exit_code: 0 as const, stdout_sha256: end.stdout.digest, stderr_sha256: end.stderr.digest };
    },
  });
}

function assertHeld(name: string, { exit, row }: CommandEnd): void {
  if (row.violations.length > 0)
    throw new ToolFailed("Denied", `${name} changed what only a person may change: ${row.violations.join(", ")}`);
  switch (exit.kind) {
    case "exited":
      if (exit.code === 0) return;
      throw new ToolFailed("NonZeroExit", `${name} exited with ${exit.code}`);
    case "signalled":
      throw new ToolFailed("NonZeroExit", `${name} was ended by ${exit.signal}`);
    case "timed_out":
      throw new ToolFailed("Timeout", `${name} took too long`);
    case "output_limit":
      throw new ToolFailed("NonZeroExit", `${name} wrote more than ${MOST_OUTPUT_BYTES} bytes`);
    case "aborted":
      throw new ToolFailed("Interrupted", `${name} was ended before it was done`);
    default:
      exit satisfies never;
  }
}

/** The tool by which the harness says what the work itself came to: only work that is done is a result. */
export const workTool: Tool = tool({
  name: "work",
  description: "What the work on the issue came to.",
  args: WORK,
  output: z.strictObject({ outcome: z.literal("done") }),
  effects: ["other"],
  run: ({ outcome }) => {
    if (outcome !== "done") throw new ToolFailed("NonZeroExit", `the work ended ${outcome}`);
    return { outcome: "done" as const };
  },
});
