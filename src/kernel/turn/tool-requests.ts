import { canonicalJson, NotJsonError } from "../digest/canonical.ts";
import { digestJson, digestMultiset, type Sha256 } from "../digest/digest.ts";
import { frozenNativeCopy, NOT_NATIVE } from "../digest/native-copy.ts";
import { NotNormal } from "../evidence/rows.ts";
import type { ToolRequestInput } from "../evidence/wire.ts";
import { allHold } from "../gate/all-hold.ts";
import { FAIL_CLASSES } from "../gate/classes.ts";
import type { AskedRow, RequestFacts } from "../gate/facts.ts";
import { gather, NONE } from "../gate/gather.ts";
import { checkClass } from "../gate/join-check.ts";
import { admit, InvariantError, refuse, type Verdict, verdictOf, type Violation } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import type { Json } from "../json/value.ts";
import { isValueRef } from "../schema/misfit.ts";
import { type CallSpec, specParts } from "../spec/call-spec.ts";
import type { CatalogRow } from "../spec/spec-values.ts";
import { Handed, requestFactsOf, type StageParts } from "./stage-facts.ts";
import { withValues } from "./turn-values.ts";

/** One call as it was read from a structured block: schema, caller and search digests are computed, never given. */
export type ToolRequestDraft = AskedRow & { readonly toolName: string };

/** What the model asked, and the schemas and examples of the tools it asked for. */
export interface RequestDraft {
  readonly requests: readonly ToolRequestDraft[];
  readonly values: readonly Json[];
}

/** What a ToolRequests holds; later stages read it, nobody changes it. */
export interface RequestParts extends StageParts<AskedRow> {
  readonly handed: Handed<RequestFacts>;
  /** Nothing so far asks for the long way: the native writer writes every row as ours does, and nothing stands beside its form. */
  readonly usual: boolean;
}

const MINT = Symbol("ToolRequests");
let partsOf: (requests: ToolRequests) => RequestParts;

/** Calls that may run once they are guarded. Minted by {@link admitRequests} only. */
class ToolRequests {
  readonly #parts: RequestParts;
  constructor(parts: RequestParts, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("ToolRequests are minted by admitRequests only");
    this.#parts = parts;
    Object.freeze(this);
  }
  get callIds(): readonly string[] {
    return this.#parts.rows.map((row) => row.toolCallId);
  }
  /** The same for the same calls in any order (K04). */
  get requestDigest(): string {
    const { wire, sha256 } = this.#parts;
    return digestMultiset(sha256, wire.map(plainJson));
  }
  static {
    // A friend of this file, not a member: nobody else reaches what a stage holds, and nobody can replace how.
    partsOf = (requests) => requests.#parts;
    Object.freeze(this.prototype);
  }
}
export type { ToolRequests };

/** What a ToolRequests holds. Throws where it is given anything that {@link admitRequests} did not mint. */
export function requestParts(requests: ToolRequests): RequestParts {
  return partsOf(requests);
}

/** Admits the calls of one reply: every rule of stage R, before anybody is asked and before anything runs (K04). */
export function admitRequests(spec: CallSpec, draft: RequestDraft, sha256: Sha256): Verdict<ToolRequests> {
  const { wire, policies } = specParts(spec);
  try {
    const sight = { native: true };
    const requests = draft.requests.map((request) => kept(request, sight));
    // A hole would be skipped by everything that looks at the calls one by one.
    if ((requests as readonly unknown[]).includes(undefined))
      throw new NotJsonError("a list that is more or less than its items", "the requests");
    const [first, ...rest] = [...repeatedIds(requests), ...namedArguments(requests)];
    if (first !== undefined) return refuse([first, ...rest]);
    const values = withValues(policies.given, draft.values, sha256);
    const stage = {
      spec,
      wire: requests.map((request) => wireRequest(policies.catalog, request, sha256)),
      rows: requests.map(withoutName),
      values,
      sha256,
    };
    const facts = requestFactsOf(stage);
    const mint = (): ToolRequests =>
      new ToolRequests({ ...stage, handed: new Handed(facts), usual: sight.native }, MINT);
    if (allHold("requests", facts)) return admit(mint());
    return verdictOf(
      FAIL_CLASSES.map((failClass) => checkClass(failClass, { requests: facts }, false)),
      mint,
    );
  } catch (stop) {
    if (!(stop instanceof NotNormal || stop instanceof NotJsonError)) throw stop;
    return refuse([malformed(wire.callId, "evidence.toolRequests", stop.message)]);
  }
}

/** A copy that nobody can change. What JSON cannot say is refused here: later it would have run without a digest. */
function kept(request: ToolRequestDraft, sight: { native: boolean }): ToolRequestDraft {
  const copy = frozenNativeCopy(request);
  // Earned: a copy has the type of what it is a copy of.
  if (copy !== NOT_NATIVE) return copy as ToolRequestDraft;
  sight.native = false;
  canonicalJson(request);
  return frozenCopy(request);
}

/** The row of a request: the name of its tool stands on the wire. */
function withoutName({ toolName: _name, ...row }: ToolRequestDraft): AskedRow {
  return Object.freeze(row);
}

/** The wire row of a request: what is computable is computed. */
function wireRequest(
  catalog: ReadonlyMap<string, CatalogRow>,
  { toolCallId, toolName, searchRef, callerEdge }: ToolRequestDraft,
  sha256: Sha256,
): ToolRequestInput {
  const entry = catalog.get(toolName);
  return Object.freeze({
    toolCallId,
    toolName,
    ...(entry === undefined ? {} : { schemaDigest: entry.schemaDigest }),
    callerId: callerEdge === undefined ? "model" : `code:${callerEdge.parentCallId}`,
    ...(searchRef === undefined ? {} : { searchRefDigest: digestJson(sha256, plainJson(searchRef)) }),
  });
}

/** The host mints call ids, unique in the turn (DESIGN 6): one that repeats is the host's mistake. */
function repeatedIds(requests: readonly ToolRequestDraft[]): readonly Violation[] {
  if (requests.length < 2) return NONE;
  const seen = new Set<string>();
  return requests.flatMap(({ toolCallId }, at) => {
    if (seen.has(toolCallId))
      return [malformed(toolCallId, `evidence.tusk.requests[${at}].toolCallId`, "the id is taken")];
    seen.add(toolCallId);
    return [];
  });
}

/** A model that writes a reference would have another value judged than the one that runs. */
function namedArguments(requests: readonly ToolRequestDraft[]): readonly Violation[] {
  return gather(requests, ({ args, toolCallId }, at) => {
    if (!isValueRef(args)) return NONE;
    const note = "the arguments are named by a digest, and a call holds them";
    return [{ ...malformed(toolCallId, `evidence.tusk.requests[${at}].args`, note), answer: "continue" as const }];
  });
}

function malformed(subject: string, path: string, note: string): Violation {
  return { class: "tool.schema_invalid", answer: "stop", subject, path, note };
}
