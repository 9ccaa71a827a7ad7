/** Where lines of a running command go, and the two streams they end up on. */
export interface LineWriter {
  readonly tell: (stream: "stdout" | "stderr", line: string) => void;
  /** Writes what has been told and not been written yet. */
  readonly flush: () => void;
}

/** What is put together before it is written: a system call for each line would be the slowest part of a flood. */
const BATCH = 64 * 1024;

/** Writes lines in the order in which they are told, many at a time; none waits longer than the work at hand. */
export function lineWriter(write: Readonly<Record<"stdout" | "stderr", (text: string) => void>>): LineWriter {
  let stream: "stdout" | "stderr" = "stdout";
  let text = "";
  let isDue = false;
  const flush = (): void => {
    const due = text;
    text = "";
    isDue = false;
    if (due !== "") write[stream](due);
  };
  return {
    tell(to, line) {
      if (to !== stream) flush();
      stream = to;
      text += `${line}\n`;
      if (text.length >= BATCH) flush();
      else if (!isDue) setImmediate(flush);
      isDue = true;
    },
    flush,
  };
}
