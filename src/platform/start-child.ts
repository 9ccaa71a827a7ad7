import type { Readable, Writable } from "node:stream";
import { noteChild } from "./child-notes.ts";

/** One process to be started. Everything that reaches it is named here. */
export interface ChildOptions {
  /** An absolute path: nothing is looked up on `PATH`. */
  readonly program: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** All of its environment; nothing is inherited. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Standard input: nothing by default, else a pipe that is written here or a descriptor of ours. */
  readonly stdin?: "ignore" | "pipe" | number;
  /** Where its output goes: pipes by default, or descriptors of ours. */
  readonly output?: "pipe" | "ignore" | { readonly stdout: number; readonly stderr: "pipe" | number };
  /** Its descriptors from 3 on: a pipe that is read here, a descriptor of ours, or nothing. */
  readonly extra?: readonly ("pipe" | "ignore" | number)[];
  /** Whether it leads a session of its own: no terminal, and a process group that can be signalled as one. */
  readonly detached?: boolean;
}

/** How a process ended: one of the two is null. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that was started. */
export interface Child {
  readonly pid: number;
  /** Undefined unless its standard input is a pipe. */
  readonly stdin: Writable | undefined;
  /** Undefined where its output is ignored. */
  readonly stdout: Readable | undefined;
  readonly stderr: Readable | undefined;
  /** The pipes of `extra`, each in its place. */
  readonly extra: readonly (Readable | undefined)[];
  /** Resolves once, when the process itself has ended; its pipes may be held open by others. */
  readonly exit: Promise<ChildExit>;
  /** Resolves once, when it has ended and nobody holds its pipes any more. */
  readonly closed: Promise<ChildExit>;
  /** Signals this process alone. Harmless when it has ended. */
  kill(signal: NodeJS.Signals): void;
}

/**
 * The only door to other processes: each one is noted in the state folder while it lives, so that what outlives us can be found
 * (`leftoverChildren`). Rejects with the system's error when it cannot be started.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { program, argv, cwd, env, stdin = "ignore", output = "pipe", extra = [], detached = false } = options;
  // Loaded by the first child: most commands start none, and it takes as long as they do.
  const { spawn } = process.getBuiltinModule("node:child_process");
  if (!program.startsWith("/")) throw new Error(`${program} is no absolute path`);
  const outputs = typeof output === "string" ? [output, output] : [output.stdout, output.stderr];
  const child = spawn(program, argv, { cwd, env: { ...env }, stdio: [stdin, ...outputs, ...extra], detached });
  return new Promise<Child>((resolve, reject) => {
    child.on("error", reject);
    const { pid } = child;
    if (pid === undefined) return;
    const forget = noteChild(pid, program);
    const exit = new Promise<ChildExit>((ended) => {
      child.once("exit", (code, signal) => {
        forget();
        ended({ code, signal });
      });
    });
    const closed = new Promise<ChildExit>((ended) => {
      child.once("close", (code, signal) => ended({ code, signal }));
    });
    resolve({
      pid,
      stdin: child.stdin ?? undefined,
      stdout: child.stdout ?? undefined,
      stderr: child.stderr ?? undefined,
      extra: extra.map((_, at) => readable(child.stdio[at + 3])),
      exit,
      closed,
      kill: (signal) => void child.kill(signal),
    });
  });
}

function readable(stream: Readable | Writable | null | undefined): Readable | undefined {
  return stream !== null && stream !== undefined && "read" in stream ? stream : undefined;
}
