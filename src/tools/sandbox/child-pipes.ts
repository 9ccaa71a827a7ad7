import type { Readable } from "node:stream";
import type { Child } from "#platform";

/** Both pipes of a child that was started with pipes. */
export function pipesOf({ stdout, stderr }: Child): { readonly stdout: Readable; readonly stderr: Readable } {
  if (stdout === undefined || stderr === undefined) throw new Error("a command was started without its pipes");
  return { stdout, stderr };
}

const MAX_CHARS = 4096;

/** Collects the little that comes through a report pipe; the answer gives it, and closes the pipe. */
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
