import * as z from "zod";
import type { CapturedStream, CommandEnd, CommandExit } from "#ports";

/** What a stream was, where it is not shown as it was. */
export interface StreamOutput {
  readonly total_bytes: number;
  /** Of the whole stream, as far as it was taken. */
  readonly sha256: string;
  readonly retained_head: number;
  readonly retained_tail: number;
  readonly encoding: "utf-8" | "binary";
}

/** An answer of the shell tool: seed 004's fields, and `output` where a stream is not shown as it was. */
export interface BashOutput {
  readonly command: string;
  /** As in `/bin/bash -lc`. */
  readonly shell: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Null when the command has none: it was killed. */
  readonly exit_code: number | null;
  readonly success: boolean;
  readonly timed_out?: true | undefined;
  readonly timeout_kind?: "soft" | "hard" | undefined;
  readonly message?: string | undefined;
  readonly output?:
    | {
        readonly stdout?: StreamOutput | undefined;
        readonly stderr?: StreamOutput | undefined;
        /** The command was ended because it wrote too much. */
        readonly limit_reached?: true | undefined;
      }
    | undefined;
}

const STREAM = z.strictObject({
  total_bytes: z.int(),
  sha256: z.string(),
  retained_head: z.int(),
  retained_tail: z.int(),
  encoding: z.enum(["utf-8", "binary"]),
});

/** Checks that an answer is a {@link BashOutput}. */
export const BASH_OUTPUT: z.ZodType<BashOutput, BashOutput> = z.strictObject({
  command: z.string(),
  shell: z.string(),
  stdout: z.string(),
  stderr: z.string(),
  exit_code: z.int().nullable(),
  success: z.boolean(),
  timed_out: z.literal(true).optional(),
  timeout_kind: z.enum(["soft", "hard"]).optional(),
  message: z.string().optional(),
  output: z
    .strictObject({
      stdout: STREAM.optional(),
      stderr: STREAM.optional(),
      limit_reached: z.literal(true).optional(),
    })
    .optional(),
});

/** What the model is told of a command that has ended, however it did. */
export function bashOutput(command: string, { shell, exit, stdout, stderr, row }: CommandEnd): BashOutput {
  const output = shownOutput(exit, stdout, stderr);
  return {
    command,
    shell,
    stdout: stdout.text,
    stderr: stderr.text,
    exit_code: exitCode(exit),
    success: exit.kind === "exited" && exit.code === 0,
    ...(exit.kind === "timed_out" && {
      timed_out: true,
      timeout_kind: exit.timeoutKind,
      message: timeoutText(exit.timeoutKind, row.limits),
    }),
    ...(output && { output }),
  };
}

function exitCode(exit: CommandExit): number | null {
  return exit.kind === "exited" || exit.kind === "timed_out" ? (exit.code ?? null) : null;
}

function timeoutText(kind: "soft" | "hard", { softMs, hardMs }: CommandEnd["row"]["limits"]): string {
  const told = `the command was told to stop after ${softMs} ms`;
  return kind === "soft"
    ? `${told} and ended by itself: give it more time with timeout_ms, or do less in one command`
    : `${told}, did not end within ${hardMs} ms more and was killed`;
}

function shownOutput(exit: CommandExit, stdout: CapturedStream, stderr: CapturedStream): BashOutput["output"] {
  const output = {
    ...(isShownWhole(stdout) ? {} : { stdout: streamOf(stdout) }),
    ...(isShownWhole(stderr) ? {} : { stderr: streamOf(stderr) }),
    ...(exit.kind === "output_limit" && { limit_reached: true as const }),
  };
  return Object.keys(output).length === 0 ? undefined : output;
}

function isShownWhole({ encoding, totalBytes, retainedHead, retainedTail }: CapturedStream): boolean {
  return encoding === "utf-8" && totalBytes === retainedHead + retainedTail;
}

function streamOf({ totalBytes, digest, retainedHead, retainedTail, encoding }: CapturedStream): StreamOutput {
  return {
    total_bytes: totalBytes,
    sha256: digest,
    retained_head: retainedHead,
    retained_tail: retainedTail,
    encoding,
  };
}
