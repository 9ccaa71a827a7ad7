import type { Readable } from "node:stream";

/** The most of one line that is kept; what comes behind it is dropped up to the line's end. */
const MOST_UNITS = 1024 * 1024;

/** Hears a stream line by line, in bounded memory; the last line needs no end. Answers when the stream has ended or was destroyed. */
export function hearLines(stream: Readable, hear: (line: string) => void): Promise<void> {
  let open = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    const [first = "", ...others] = text.split("\n");
    open = bounded(open + first);
    for (const line of others) {
      hear(open);
      open = bounded(line);
    }
  });
  return new Promise((resolve) => {
    // A pipe that breaks has said all that it will.
    stream.on("error", () => resolve());
    stream.on("close", () => {
      if (open !== "") hear(open);
      open = "";
      resolve();
    });
  });
}

function bounded(text: string): string {
  return text.length > MOST_UNITS ? text.slice(0, MOST_UNITS) : text;
}
