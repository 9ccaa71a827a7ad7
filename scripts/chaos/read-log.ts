import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a check looks at in a row of the issue file. */
export interface ChaosRow {
  readonly id: string;
  readonly status: string;
  readonly rev: number;
  readonly token?: number;
  readonly lease?: { readonly lease_id: string; readonly owner: string; readonly acquired_at: string };
  readonly updated_at: string;
  readonly dependencies?: readonly { readonly depends_on_id: string; readonly type: string }[];
}

/** One change in a log, in the order of the file. */
export interface ChaosEvent {
  readonly action: string;
  readonly actor: string;
  readonly issue: string;
  readonly rev: number;
  readonly row: ChaosRow;
  readonly voided: boolean;
}

/** Reads the logs with nothing but JSON.parse: what is checked must not be read by the code under test. */
export function readEvents(folder: string): readonly ChaosEvent[] {
  const lines = readdirSync(folder)
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1));
  const parsed = lines.map((line) => ({ line, value: JSON.parse(line) as { kind: string; event: string } }));
  const voided = new Set(parsed.flatMap(({ value }) => (value.kind === "voided" ? [value.event] : [])));
  return parsed.flatMap(({ line, value }) =>
    value.kind === "changed" ? [{ ...(value as unknown as ChaosEvent), voided: voided.has(digestOf(line)) }] : [],
  );
}

/** Every line of the issue file; one that is no row is a torn one. */
export function readRows(path: string): { readonly rows: readonly ChaosRow[]; readonly torn: number } {
  const rows: ChaosRow[] = [];
  let torn = 0;
  for (const line of readFileSync(path, "utf8").split("\n").slice(0, -1)) {
    const row = parseRow(line);
    if (row === undefined) torn += 1;
    else rows.push(row);
  }
  return { rows, torn };
}

/** A whole row, or undefined. */
export function parseRow(line: string): ChaosRow | undefined {
  try {
    const value = JSON.parse(line) as ChaosRow;
    return typeof value.id === "string" && typeof value.status === "string" ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function digestOf(line: string): string {
  return `sha256:${createHash("sha256").update(line).digest("hex")}`;
}
