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
import { admit, InvariantError, refuse, refuseAny, type Verdict, verdictOf, type Violation } from "../gate/verdict.ts";
import { frozenCopy } from "../json/frozen.ts";
import { plainJson } from "../json/plain.ts";
import type { Json } from "../json/value.ts";
import { isValueRef } from "../schema/misfit.ts";
import { type CallSpec, specParts } from "../spec/call-spec.ts";
import type { CatalogRow } from "../spec/spec-values.ts";
import { type Held, held, heldPlain } from "./held.ts";
import { type PlainRequests, plainRequests } from "./plain-requests.ts";
import { Handed, requestFactsOf, type StageParts } from "./stage-facts.ts";
import { withValues } from "./turn-values.ts";
import { type UsualRequest, usualRequest } from "./usual-rows.ts";

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
  /** Every row was seen to have its form. */
  readonly formed: boolean;
}

const MINT = Symbol("ToolRequests");
let heldBy: (requests: ToolRequests) => Held<PlainRequests, RequestParts>;

/** Calls that may run once they are guarded. Minted by {@link admitRequests} only. */
class ToolRequests {
  readonly #parts: Held<PlainRequests, RequestParts>;
  constructor(holds: Held<PlainRequests, RequestParts>, mint: symbol) {
    if (mint !== MINT) throw new InvariantError("ToolRequests are minted by admitRequests only");
    this.#parts = holds;
    Object.freeze(this);
  }
  get callIds(): readonly string[] {
    return this.#parts.parts().rows.map((row) => row.toolCallId);
  }
  /** The same for the same calls in any order (K04). */
  get requestDigest(): string {
    const { wire, sha256 } = this.#parts.parts();
    return digestMultiset(sha256, wire.map(plainJson));
  }
  static {
    // A friend of this file, not a member: nobody else reaches what a stage holds, and nobody can replace how.
    heldBy = (requests) => requests.#parts;
    Object.freeze(this.prototype);
  }
}
export type { ToolRequests };

/** What a ToolRequests holds. Throws where it is given anything that {@link admitRequests} did not mint. */
export function requestParts(requests: ToolRequests): RequestParts {
  return heldBy(requests).parts();
}

/** What plain ToolRequests are made of; undefined for others. Throws as {@link requestParts} does. */
export function askedPlainly(requests: ToolRequests): PlainRequests | undefined {
  return heldBy(requests).plain;
}

/** Admits the calls of one reply: every rule of stage R, before anybody is asked and before anything runs (K04). */
export function admitRequests(spec: CallSpec, draft: RequestDraft, sha256: Sha256): Verdict<ToolRequests> {
  specParts(spec);
  try {
    const given = keptRequests(draft.requests);
    const { values } = draft;
    const plain = given.formed && hasNone(values) ? plainRequests(spec, given.requests, sha256) : undefined;
    if (plain !== undefined)
      return admit(
        new ToolRequests(
          heldPlain(plain, () => judge(spec, { ...given, values: NONE }, sha256)),
          MINT,
        ),
      );
    const judged = judge(spec, { ...given, values }, sha256);
    return judged.admitted ? admit(new ToolRequests(held(judged.next), MINT)) : judged;
  } catch (stop) {
    if (!(stop instanceof NotNormal || stop instanceof NotJsonError)) throw stop;
    return refuse([malformed(spec.wire.callId, "evidence.toolRequests", stop.message)]);
  }
}

function hasNone(values: RequestDraft["values"]): boolean {
  return Array.isArray(values) && values.length === 0;
}

/** Requests, copied, and what was seen of them on the way. */
interface KeptRequests {
  readonly requests: readonly UsualRequest[];
  readonly native: boolean;
  readonly formed: boolean;
}

function keptRequests(given: RequestDraft["requests"]): KeptRequests {
  const sight = { native: true, formed: true };
  const requests: UsualRequest[] = [];
  if (!Array.isArray(given)) throw new NotJsonError("no list", "the requests");
  for (let at = 0; at < given.length; at++) {
    const request: ToolRequestDraft | undefined = given[at];
    // A hole would be skipped by everything that looks at the calls one by one.
    if (request === undefined) throw new NotJsonError("a list that is more or less than its items", "the requests");
    requests.push(usualRequest(request) ?? kept(request, sight));
  }
  return { requests, ...sight };
}

/** Runs every rule of stage R. */
function judge(
  spec: CallSpec,
  { requests, native, formed, values: brought }: KeptRequests & Pick<RequestDraft, "values">,
  sha256: Sha256,
): Verdict<RequestParts> {
  const { policies } = specParts(spec);
  const rows = requests.map(({ row }) => row);
  const refused = refuseAny(repeatedIds(rows), namedArguments(rows));
  if (refused !== undefined) return refused;
  const wire = requests.map((request) => wireRequest(policies.catalog, request, sha256));
  const stage = { spec, wire, rows, values: withValues(policies.given, brought, sha256), sha256 };
  const facts = requestFactsOf(stage);
  const parts = (): RequestParts => ({ ...stage, handed: new Handed(facts), usual: native, formed });
  if (allHold("requests", facts)) return admit(parts());
  return verdictOf(
    FAIL_CLASSES.map((failClass) => checkClass(failClass, { requests: facts }, false)),
    parts,
  );
}

/** A copy that nobody can change. What JSON cannot say is refused here: later it would have run without a digest. */
function kept(request: ToolRequestDraft, sight: { native: boolean; formed: boolean }): UsualRequest {
  sight.formed = false;
  const copy = frozenNativeCopy(request);
  // Earned: a copy has the type of what it is a copy of.
  if (copy !== NOT_NATIVE) return apart(copy as ToolRequestDraft);
  sight.native = false;
  canonicalJson(request);
  return apart(frozenCopy(request));
}

/** The row of a request: the name of its tool stands on the wire. */
function apart({ toolName, ...row }: ToolRequestDraft): UsualRequest {
  return { toolName, row: Object.freeze(row) };
}

/** The wire row of a request: what is computable is computed. */
function wireRequest(
  catalog: ReadonlyMap<string, CatalogRow>,
  { toolName, row: { toolCallId, searchRef, callerEdge } }: UsualRequest,
  sha256: Sha256,
): ToolRequestInput {
  const callerId = callerEdge === undefined ? "model" : `code:${callerEdge.parentCallId}`;
  const row = { toolCallId, toolName, callerId, ...schemaOf(catalog.get(toolName)) };
  if (searchRef === undefined) return Object.freeze(row);
  return Object.freeze({ ...row, searchRefDigest: digestJson(sha256, plainJson(searchRef)) });
}

function schemaOf(entry: CatalogRow | undefined): Pick<ToolRequestInput, "schemaDigest"> {
  return entry === undefined ? {} : { schemaDigest: entry.schemaDigest };
}

/** The host mints call ids, unique in the turn (DESIGN 6): one that repeats is the host's mistake. */
function repeatedIds(requests: readonly AskedRow[]): readonly Violation[] {
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
function namedArguments(requests: readonly AskedRow[]): readonly Violation[] {
  return gather(requests, ({ args, toolCallId }, at) => {
    if (!isValueRef(args)) return NONE;
    const note = "the arguments are named by a digest, and a call holds them";
    return [{ ...malformed(toolCallId, `evidence.tusk.requests[${at}].args`, note), answer: "continue" as const }];
  });
}

function malformed(subject: string, path: string, note: string): Violation {
  return { class: "tool.schema_invalid", answer: "stop", subject, path, note };
}
