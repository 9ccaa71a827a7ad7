import { closeSync, constants, fsyncSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isJsonObject, type Json, type WalkedRow } from "#kernel";
import { digestBytes, syncFolder } from "#platform";

const MARK = ".quarantine-";

/** Keeps bytes that are taken out of a journal in a file beside it, durably, and answers its name. It is named by its content: once is enough. */
export function quarantine(path: string, bytes: Uint8Array): string {
  const name = `${basename(path)}${MARK}${digestBytes(bytes).slice("sha256:".length, 23)}`;
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  const descriptor = openSync(join(dirname(path), name), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  syncFolder(dirname(path));
  return name;
}

/** Files of bytes that were put aside and that no row tells of: this opening made them, or a healer that was killed before it could tell. */
export function untoldQuarantines(path: string, rows: readonly WalkedRow[]): readonly string[] {
  const told = new Set(rows.flatMap(({ event }) => (event.kind === HEALED ? listOf(event["mends"]).map(nameIn) : [])));
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}${MARK}`) && !told.has(name))
    .toSorted();
}

/** The kind of the row that tells what an opening has mended. */
export const HEALED = "journal.healed";

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function nameIn(mend: Json): Json | undefined {
  return isJsonObject(mend) ? mend["quarantine"] : undefined;
}
