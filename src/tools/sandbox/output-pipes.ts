import { closeSync, constants, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { startChild } from "#platform";
import { boundaryViolation } from "./boundary-violation.ts";
import { trustedProgram } from "./trusted-program.ts";

/** One pipe: read here, its other end to be given away. */
interface OutputPipe {
  readonly reader: Readable;
  readonly writer: number;
}

/** The pipes of one command. */
export interface OutputPipes {
  readonly stdout: OutputPipe;
  readonly stderr: OutputPipe;
  /** To be called when the command was started, or could not be: only it holds the other ends then. */
  readonly handOver: () => void;
  /** To be called where nothing was started: nobody will ever write. */
  readonly giveUp: () => void;
}

/** How many are made at once: each takes a process. */
const BATCH = 16;

/**
 * Makes pipes for commands. Node's own are sockets, which nobody can open by name: `echo x > /dev/stderr` would fail. Each pipe loses
 * its name as soon as both ends are open, so that no other command ever gets it.
 */
export function outputPipes(folder: string): () => Promise<OutputPipes> {
  const made: string[] = [];
  let count = 0;
  const next = async (): Promise<string> => {
    if (made.length === 0) {
      const names = Array.from({ length: BATCH }, () => join(folder, `pipe-${++count}`));
      await makeFifos(names);
      made.push(...names);
    }
    return made.shift() ?? next();
  };
  return async () => {
    const names = [await next(), await next()] as const;
    const stdout = openPipe(names[0]);
    const stderr = openOther(names[1], stdout);
    return {
      stdout,
      stderr,
      handOver: () => {
        closeSync(stdout.writer);
        closeSync(stderr.writer);
      },
      giveUp: () => {
        stdout.reader.destroy();
        stderr.reader.destroy();
      },
    };
  };
}

/** The second of two: where it cannot be had, the first is closed again. */
function openOther(path: string, first: OutputPipe): OutputPipe {
  try {
    return openPipe(path);
  } catch (error) {
    closeSync(first.writer);
    first.reader.destroy();
    throw error;
  }
}

function openPipe(path: string): OutputPipe {
  // The reading end first, and without waiting for the other: then the other does not wait either.
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  rmSync(path);
  const reader = new Socket({ fd: reading, readable: true, writable: false });
  reader.on("error", () => undefined);
  return { reader, writer };
}

async function makeFifos(names: readonly string[]): Promise<void> {
  const program = trustedProgram("mkfifo");
  if (program === undefined) throw boundaryViolation("mkfifo is not installed: install coreutils");
  const child = await startChild({ program, argv: ["-m", "600", "--", ...names], cwd: "/", env: {}, output: "ignore" });
  const { code } = await child.closed;
  if (code !== 0) throw boundaryViolation(`mkfifo ended with ${code}: no pipes for commands`);
}
