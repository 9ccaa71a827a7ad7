import {
  canonicalJson,
  type Digest,
  digestText,
  type DuplicateKey,
  problemText,
  readJson,
  refuseDuplicates,
} from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";

/** A digest, the canonical text it is of, and the keys that were given twice. */
export interface DigestData {
  readonly file: string;
  readonly digest: Digest;
  readonly canonical: string;
  readonly printCanonical: boolean;
  readonly duplicates: readonly DuplicateKey[];
}

/** Digests free JSON as the contract's 0.4 does: of a repeated key the last value counts, and the repeat is reported. */
export function run(args: Arguments, ports: HostPorts): Outcome<DigestData> {
  const file = args.operands[0] ?? "-";
  const input = file === "-" ? ports.readStandardInput() : ports.readInput(file);
  if (!input.ok) return { ok: false, message: `error: failed to read ${file}: ${input.reason}` };
  const reading = readJson(input.bytes, ports.utf8);
  const strict = args.switches.has("strict") ? refuseDuplicates(reading) : reading;
  if (!strict.ok) return { ok: false, message: `error: ${file} is not JSON: ${problemText(strict.problem)}` };
  const canonical = canonicalJson(strict.value);
  const digest = digestText(ports.sha256, canonical);
  const printCanonical = args.switches.has("canonical");
  return { ok: true, data: { file, digest, canonical, printCanonical, duplicates: strict.duplicates } };
}
