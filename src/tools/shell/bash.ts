import * as z from "zod";
import type { CommandEnd, Sandbox, Tool, ToolContext } from "#ports";
import { ToolFailed } from "#ports";
import { shellRecorder } from "../boundary/shell-record.ts";
import { tool } from "../tool.ts";
import { assertAttested } from "./assert-attested.ts";
import { BASH_OUTPUT, bashOutput, type BashOutput } from "./bash-output.ts";
import { usableWorkdir } from "./usable-workdir.ts";

/** One argument of a program holds at most twice as much. */
const COMMAND_BYTES = 64 * 1024;
const DEFAULT_TIMEOUT_MS = 120_000;
const MOST_TIMEOUT_MS = 600_000;
/** How long a command has to clear up after it was told to stop. */
const GRACE_MS = 5_000;
/** What a sandbox may take beyond a command's own time to end what is left of it. */
const ENDING_MS = 10_000;

/** The most bytes of output that a command may write. */
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;
/** What is kept of each stream: one that is full passes the truncation of results whole. Errors stand at the end more often. */
const KEPT = { headBytes: 8 * 1024, tailBytes: 16 * 1024 };

const ARGS = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(COMMAND_BYTES)
    .regex(/^[^\0]*$/, "it holds a NUL")
    .refine((text) => Buffer.byteLength(text) <= COMMAND_BYTES, `it has more than ${COMMAND_BYTES} bytes`)
    .describe("The command line, as bash reads it."),
  workdir: z.string().describe("The folder to run it in, relative to the workspace: . is its root. It must exist."),
  timeout_ms: z
    .int()
    .min(1)
    .max(MOST_TIMEOUT_MS)
    .default(DEFAULT_TIMEOUT_MS)
    .describe("After so many milliseconds it is told to stop (SIGTERM), and killed 5 seconds later."),
  description: z.string().max(500).optional().describe("What it is for, in a few words, for people who read along."),
});

const DESCRIPTION = `Runs a command line in a shell, in a sandbox around the workspace, and waits for its end. Every call is a new shell: nothing but files stays from one to the next, and what it leaves running is ended with it.
Standard input is empty and there is no terminal, so nothing can ask: use the options that answer beforehand. Of long output the beginning and the end are shown. A non-zero exit_code is a result, not an error. Version control data, hooks and agent configuration are read-only.
Use read, grep, glob, ls and the editing tools for files: they are safer and say more.`;

/** A line of a command's output, as it comes. */
export interface ShellLine {
  readonly toolCallId: string;
  readonly stream: "stdout" | "stderr";
  /** Neutralised, at most 8 KiB, without its line end. */
  readonly line: string;
}

/** Who else hears of commands. */
export interface BashOptions {
  readonly onLine?: (line: ShellLine) => void;
}

/**
 * Seed 004's shell tool over a sandbox: every end of a command is a result, and its evidence row stands beside it (T04, T05). Throws
 * `PortError` `runtime.shell_boundary_violation` where the sandbox was not shown to hold, before anything runs.
 */
export function bashTool(sandbox: Sandbox, { onLine }: BashOptions = {}): Tool {
  return tool({
    name: "bash",
    description: DESCRIPTION,
    args: ARGS,
    output: BASH_OUTPUT,
    examples: [
      { command: "npm test -- --reporter=dot", workdir: ".", timeout_ms: 300_000, description: "run the tests" },
      { command: "git log --oneline -n 20", workdir: "packages/core" },
    ],
    effects: ["shell"],
    aliases: { cwd: "workdir" },
    timeoutMs: MOST_TIMEOUT_MS + GRACE_MS + ENDING_MS,
    run: async (given, context): Promise<BashOutput> => {
      assertAttested(sandbox);
      const end = await runIn(sandbox, given, { context, onLine });
      return bashOutput(given.command, end);
    },
  });
}

interface Surroundings {
  readonly context: ToolContext;
  readonly onLine: BashOptions["onLine"];
}

async function runIn(
  sandbox: Sandbox,
  { command, workdir, timeout_ms }: z.output<typeof ARGS>,
  { context, onLine }: Surroundings,
): Promise<CommandEnd> {
  const { toolCallId, signal, workspace } = context;
  const record = shellRecorder(context);
  const end = await sandbox.run({
    command,
    workdir: usableWorkdir(workspace, workdir),
    limits: { softMs: timeout_ms, hardMs: GRACE_MS, maxBytes: MOST_OUTPUT_BYTES, ...KEPT },
    signal,
    ...(onLine && { onLine: (stream, line) => onLine({ toolCallId, stream, line }) }),
  });
  record(end.row);
  // Nobody knows how far it came: its output is no result.
  if (end.exit.kind === "aborted") throw new ToolFailed("Interrupted", "the command was ended before it was done");
  if (end.row.violations.length > 0)
    throw new ToolFailed(
      "Denied",
      `the command changed what only a person may change: ${end.row.violations.join(", ")}`,
    );
  return end;
}
