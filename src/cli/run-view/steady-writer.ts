import { writeSync } from "node:fs";

/** Writes to a descriptor, waiting while a pipe is full. When nobody reads any more it says so once, and what follows is dropped. */
export function steadyWriter(descriptor: 1 | 2, onGone: () => void): (text: string) => void {
  let isGone = false;
  return (text) => {
    const bytes = Buffer.from(text, "utf8");
    for (let written = 0; written < bytes.length && !isGone;) {
      try {
        written += writeSync(descriptor, bytes, written);
      } catch (error) {
        if (codeOf(error) === "EAGAIN") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
        else {
          isGone = true;
          onGone();
        }
      }
    }
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
