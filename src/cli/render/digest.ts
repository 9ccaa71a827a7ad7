import type { DigestData } from "#host";
import { harmless, type Paper } from "./paper.ts";
import { printJson } from "./print-json.ts";

/** Prints a digest, or the canonical bytes with nothing around them, so that they can be hashed elsewhere. */
export function render(data: DigestData, paper: Paper): void {
  for (const { key, line, column } of data.duplicates) {
    paper.warn(
      `warning: ${data.file}: key ${harmless(JSON.stringify(key))} is given again at line ${line} column ${column}; the last one counts\n`,
    );
  }
  if (data.printCanonical) paper.print(data.canonical);
  else if (paper.json) {
    const duplicates = data.duplicates.map(({ column, key, line }) => ({ column, key, line }));
    printJson({ digest: data.digest, duplicates, file: data.file }, paper);
  } else paper.print(`${data.digest}\n`);
}
