import { randomUUID } from "node:crypto";
import { closeSync, openSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { osErrorText } from "#platform";
import { PortError } from "#ports";

/** A descriptor of a new file that holds a text and has no name: nobody else finds it, and nothing stays of it. The caller closes it. */
export function unnamedFile(text: string): number {
  try {
    return written(join(tmpdir(), `tusk-${randomUUID()}`), text);
  } catch (cause) {
    throw new PortError("ripgrep", "temporary", `a temporary file cannot be made: ${osErrorText(cause)}`, { cause });
  }
}

function written(name: string, text: string): number {
  const file = openSync(name, "wx+", 0o600);
  try {
    unlinkSync(name);
    writeFileSync(file, text);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
