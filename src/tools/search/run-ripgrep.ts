import { type Child, type ChildOptions, startChild } from "#platform";
import { type CancelSignal, PortError } from "#ports";
import { RecordReader } from "./record-reader.ts";
import { ripgrepPath } from "./ripgrep-path.ts";
import { patternFailure } from "./pattern-failure.ts";

/** One run of ripgrep. */
export interface RipgrepRun {
  /** Every word of it is ours, or stands behind a `=` or `--` of ours. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** What it finds as `/proc/self/fd/0`; nothing when left out. */
  readonly input?: number;
  /** Files that it finds as `/proc/self/fd/3` and on, in this order. */
  readonly descriptors?: readonly number[];
  /** The byte that ends each record of its output. */
  readonly separator: number;
  readonly signal: CancelSignal;
  /** Gets each record without its end; `false` stops the search. */
  readonly onRecord: (record: Buffer) => boolean;
}

/** How a run ended: it saw `all` that it was to see, could not read `some`, or was `stopped`. */
export type RipgrepEnd = "all" | "some" | "stopped";

/** Asked for nothing of the machine: no configuration, no ignore files that it would find itself, no colours, no other program. */
const FIXED_ARGS = [
  "--no-config",
  "--no-ignore",
  "--color=never",
  "--no-messages",
  "--no-ignore-messages",
  "--no-mmap",
];
const STDERR_BYTES = 4096;
/** How ripgrep says that it could not do something. */
const TROUBLE = 2;

/**
 * Runs ripgrep to its end: when this settles, the process is gone. An abort kills it. A pattern that it refuses is an `InvalidInput`
 * in its own words. Its environment is empty, so that nothing there steers it.
 */
export async function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  const program = await ripgrepPath();
  run.signal.throwIfAborted();
  const { code, stopped, stderr } = await untilGone(program, run);
  run.signal.throwIfAborted();
  if (stopped) return "stopped";
  if (code === TROUBLE && stderr !== "") throw patternFailure(stderr);
  // Without a word it could not read some file; those that it could are answered.
  if (code === TROUBLE) return "some";
  if (code === 0 || code === 1) return "all";
  throw new PortError("ripgrep", "ended", `ripgrep ended with ${code ?? "a signal"}: ${stderr}`);
}

interface Gone {
  readonly code: number | null;
  readonly stopped: boolean;
  readonly stderr: string;
}

async function untilGone(
  program: string,
  { args, cwd, input, descriptors = [], signal, ...run }: RipgrepRun,
): Promise<Gone> {
  const child = await started(program, { args, cwd, stdin: input ?? "ignore", extra: descriptors });
  let stopped = false;
  let stderr = Buffer.alloc(0);
  const kill = (): void => child.kill("SIGKILL");
  const records = new RecordReader(run.separator, run.onRecord);
  child.stdout?.on("data", (bytes: Buffer) => {
    if (stopped || records.feed(bytes)) return;
    stopped = true;
    kill();
  });
  child.stderr?.on("data", (bytes: Buffer) => {
    stderr = Buffer.concat([stderr, bytes]).subarray(0, STDERR_BYTES);
  });
  signal.addEventListener("abort", kill, { once: true });
  if (signal.aborted) kill();
  const { code } = await child.closed;
  signal.removeEventListener("abort", kill);
  return { code, stopped, stderr: stderr.toString("utf8") };
}

type Arranged = Required<Pick<ChildOptions, "cwd" | "stdin" | "extra">> & Pick<RipgrepRun, "args">;

async function started(program: string, { args, ...arranged }: Arranged): Promise<Child> {
  try {
    return await startChild({ program, argv: [...FIXED_ARGS, ...args], env: {}, ...arranged });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it threw";
    throw new PortError("ripgrep", "start", `ripgrep cannot be run: ${why}`, { cause });
  }
}
