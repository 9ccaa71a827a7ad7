import { writeSync } from "node:fs";

/** Exit code of a program whose reader went away, as the shell counts SIGPIPE. */
const READER_GONE = 141;

/** Writes everything to a descriptor, waiting while a pipe is full; ends the program quietly when nobody reads any more. */
export function writeAll(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EPIPE") process.exit(READER_GONE);
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
