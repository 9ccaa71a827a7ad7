import type { Readable } from "node:stream";

const MAX_CHARS = 4096;

/** Collects the little that comes through a pipe of ours; the answer gives it, and closes the pipe. */
export function reportOf(pipe: Readable | undefined): () => string {
  let text = "";
  pipe?.on("data", (bytes: Buffer) => {
    if (text.length < MAX_CHARS) text += bytes.toString("latin1");
  });
  pipe?.on("error", () => undefined);
  return () => {
    pipe?.destroy();
    return text;
  };
}
