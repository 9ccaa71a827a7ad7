import { writeSync } from "node:fs";

/** Exit code of a program whose reader went away, as the shell counts SIGPIPE. */
const READER_GONE = 141;
/** Exit code when output cannot be written: what was asked for was not done. */
const FAILED = 1;

/** Writes everything to a descriptor, waiting while a pipe is full. When nobody reads any more, or the disk is full, the program ends. */
export function writeAll(descriptor: 1 | 2, text: string): void {
  const trouble = tryWrite(descriptor, text);
  if (trouble !== undefined) giveUp(descriptor, trouble);
}

/** The same for whoever has something to settle first: the answer is the system's code where it could not be written. */
export function tryWrite(descriptor: 1 | 2, text: string): string | undefined {
  const bytes = Buffer.from(text, "utf8");
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") return codeOf(error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  return undefined;
}

/** Ends the program: quietly when the reader went away, else with one sentence where it can still be said. */
function giveUp(descriptor: 1 | 2, code: string): never {
  if (code === "EPIPE") process.exit(READER_GONE);
  if (descriptor === 1)
    writeAll(2, `error: cannot write the output: ${code}; what the command did before that stands\n`);
  process.exit(FAILED);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
