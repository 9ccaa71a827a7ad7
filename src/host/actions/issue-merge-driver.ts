import { mergeFiles } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { failed, MACHINE_HINT } from "../failed.ts";
import { operand } from "../given.ts";

/** A merge that was written. */
export interface MergeDriverData {
  readonly action: "issue.merge-driver";
  /** The file that now holds both sides. */
  readonly path: string;
}

const HINT = "git leaves our side in place: mend the side that is named, with 'issue repair', and merge again";

/** Merges the three files that git gives, into the second; on any failure that one stays as it was. Touches no store, lock or log (ENGINE 8). */
export function run(args: Arguments, ports: HostPorts): Outcome<MergeDriverData> {
  const path = operand(args, 1);
  const base = bytesOf(operand(args, 0), ports);
  if (!base.ok) return base;
  const ours = bytesOf(path, ports);
  if (!ours.ok) return ours;
  const theirs = bytesOf(operand(args, 2), ports);
  if (!theirs.ok) return theirs;
  const merged = mergeFiles({ base: base.data, ours: ours.data, theirs: theirs.data }, ports.utf8);
  if (!merged.ok) return failed(`failed to merge issues: ${merged.message}`, HINT);
  const written = ports.writeFile(path, merged.text);
  if (!written.ok) return failed(`failed to write ${path}: ${written.reason}`, MACHINE_HINT);
  return { ok: true, data: { action: "issue.merge-driver", path } };
}

function bytesOf(path: string, ports: HostPorts): Outcome<Uint8Array> {
  const input = ports.readInput(path);
  return input.ok ? { ok: true, data: input.bytes } : failed(`failed to read ${path}: ${input.reason}`, MACHINE_HINT);
}
