import { frozenNativeCopy, NOT_NATIVE } from "../digest/native-copy.ts";
import {
  countPresent,
  frozenTexts,
  isObject,
  isPlainCount,
  isPlainObject,
  isPlainText,
  isPlainTextOrAbsent,
} from "../digest/plain-object.ts";
import type { Outcome, ResultEvidence } from "../evidence/tusk-evidence.ts";
import { RESULT_PARTS } from "../evidence/tusk-schema.ts";
import { plainJson } from "../json/plain.ts";
import { compileFits, type Fits } from "../schema/fits.ts";
import type { ToolResultDraft } from "./tool-results.ts";
import type { Open } from "./usual-rows.ts";

/** The part of a result's row that does not depend on its payload. */
export type ResultBase = Omit<ResultEvidence, "payloadBytes" | "shownBytes">;

/** A result's draft, each part read once: what its row says, and the rest. */
export type UsualResult = Open<Pick<ToolResultDraft, "payload" | "shown" | "injectionPoint" | "error">> & {
  readonly row: Open<ResultBase>;
};

/** A result as it usually comes, with the form of its row; undefined says nothing against it (see `usual-rows.ts`). */
export function usualResult(given: ToolResultDraft): UsualResult | undefined {
  if (!isObject(given)) return undefined;
  const { artifacts, code, order, outcome, provenance, reads, seq, shell, surface, tokens, toolCallId } = given;
  const { truncation, payload, shown, injectionPoint, error } = given;
  const parts = countPresent(artifacts, code, order, reads, shell, surface, tokens, truncation);
  if (!isPlainObject(given, 6 + parts + countPresent(payload, error))) return undefined;
  if (!OUTCOMES.has(outcome) || !isPlainText(toolCallId) || !isPlainCount(seq)) return undefined;
  if (!(order === undefined || isPlainCount(order)) || !isPlainTextOrAbsent(surface)) return undefined;
  const from = usualProvenance(provenance);
  if (from === undefined) return undefined;
  const row = {
    artifacts: usualPart("artifacts", artifacts),
    code: usualPart("code", code),
    order,
    outcome,
    provenance: from,
    reads: reads === undefined ? undefined : frozenTexts(reads),
    seq,
    shell: usualPart("shell", shell),
    surface,
    tokens: usualPart("tokens", tokens),
    toolCallId,
    truncation: usualPart("truncation", truncation),
  };
  // What has no usual copy is missing now.
  const { artifacts: wrote, code: printed, reads: read, shell: ran, tokens: spent, truncation: cut } = row;
  if (countPresent(wrote, printed, order, read, ran, surface, spent, cut) !== parts) return undefined;
  return { row, payload, shown, injectionPoint, error };
}

const OUTCOMES: ReadonlySet<unknown> = new Set<Outcome>(["ok", "failed", "denied", "timeout", "interrupted"]);
type Provenance = ResultEvidence["provenance"];
const KINDS: ReadonlySet<unknown> = new Set<Provenance["kind"]>(["command", "api", "route"]);

/** Where a result comes from; undefined says nothing against it. */
export function usualProvenance(given: Provenance): Provenance | undefined {
  if (!isPlainObject(given, 2)) return undefined;
  const { kind, ref } = given;
  return KINDS.has(kind) && isPlainText(ref) ? Object.freeze({ kind, ref }) : undefined;
}

type Part = keyof typeof RESULT_PARTS;

const PART_FITS: { readonly [P in Part]: Fits } = {
  artifacts: compileFits(RESULT_PARTS.artifacts.node),
  code: compileFits(RESULT_PARTS.code.node),
  shell: compileFits(RESULT_PARTS.shell.node),
  tokens: compileFits(RESULT_PARTS.tokens.node),
  truncation: compileFits(RESULT_PARTS.truncation.node),
};

/** A part that few results have, copied; undefined where it is absent, has not its form, or only our writer can write it. */
function usualPart<P extends Part>(part: P, given: ResultEvidence[P]): ResultEvidence[P] | undefined {
  if (given === undefined) return undefined;
  const copy = frozenNativeCopy(given);
  const sight = { native: true };
  if (copy === NOT_NATIVE || !PART_FITS[part](plainJson(copy as object), sight) || !sight.native) return undefined;
  // Earned: its form was looked at.
  return copy as ResultEvidence[P];
}
