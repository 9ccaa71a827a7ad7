import { readSync } from "node:fs";
import { isatty } from "node:tty";

/** Longer answers are no answers. */
const LONGEST = 1024;
/** An answer that comes sooner was typed before the question could be read. */
const READING_MS = 300;

/**
 * Asks a person who sits at the terminal for a yes or no; only a word of theirs is a yes. Undefined where nobody can be asked: standard
 * input or standard error is no terminal. `write` shows a text on standard error.
 */
export function askPerson(question: string, write: (text: string) => void): boolean | undefined {
  if (!isatty(0) || !isatty(2)) return undefined;
  for (;;) {
    write(`${question} [y/N] `);
    const shown = performance.now();
    const line = readLine();
    if (line === undefined) {
      write("\n");
      return false;
    }
    if (performance.now() - shown >= READING_MS) return /^\s*y(?:es)?\s*$/i.test(line);
  }
}

/** One line as the terminal gives it, so that what is typed behind it stays for whoever reads next; undefined at the end of input. */
function readLine(): string | undefined {
  const buffer = Buffer.alloc(LONGEST);
  for (;;) {
    try {
      const length = readSync(0, buffer);
      return length === 0 ? undefined : buffer.toString("utf8", 0, length);
    } catch (error) {
      // Somebody who has the terminal too may have made it one that does not wait.
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
