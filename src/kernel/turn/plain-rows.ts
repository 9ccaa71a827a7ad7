import { type Digest, digestMade } from "../digest/digest.ts";
import { KeyOrder } from "../evidence/rows.ts";
import type { PermissionEvidence } from "../evidence/tusk-evidence.ts";
import { utf8Length } from "../json/utf8-length.ts";
import type { PlainResults } from "./plain-results.ts";
import type { PlainTexts } from "./plain-texts.ts";
import type { ToolResultDraft } from "./tool-results.ts";
import type { UsualRequest } from "./usual-rows.ts";

/**
 * Plain calls from their requests to their uses, each kind of rows as its canonical text between the brackets: ids, rows of the wire, then
 * those of evidence. Empty where there is no call.
 */
export interface CallTexts {
  readonly ids: string;
  readonly asked: string;
  readonly settled: string;
  readonly used: string;
  readonly render: string;
  readonly request: string;
  readonly result: string;
  readonly use: string;
}

/** Every row of a plain turn's calls, sorted by id. */
export function callTexts(turn: PlainResults): CallTexts {
  const { requests } = turn;
  if (requests.length === 1) return textsAt(turn, 0) ?? listed([]);
  const order = new KeyOrder().of(requests.map(({ row }) => row.toolCallId));
  return listed(order.flatMap((at) => textsAt(turn, at) ?? []));
}

function listed(calls: readonly CallTexts[]): CallTexts {
  const list = (pick: (call: CallTexts) => string): string => calls.map((call) => pick(call)).join(",");
  return {
    ids: list(({ ids }) => ids),
    asked: list(({ asked }) => asked),
    settled: list(({ settled }) => settled),
    used: list(({ used }) => used),
    render: list(({ render }) => render),
    request: list(({ request }) => request),
    result: list(({ result }) => result),
    use: list(({ use }) => use),
  };
}

/** The rows of one call. */
function textsAt(turn: PlainResults, at: number): CallTexts | undefined {
  const asked = turn.requests[at];
  const permission = turn.permissions[at];
  const result = turn.results[at];
  if (asked === undefined || permission === undefined || result === undefined) return undefined;
  const { policies, plain } = turn;
  const { texts } = plain;
  const id = JSON.stringify(asked.row.toolCallId);
  const { payload, shown } = payloadDigests(result, turn);
  const { head, tail } = texts.asked(asked.toolName);
  return {
    ids: id,
    asked: `${head}${id}${tail}`,
    settled: `{"resultDigest":"${payload}","status":"ok","toolCallId":${id}}`,
    // Nobody names a result of a plain turn: it was only observed.
    used: `{"disposition":"observed","resultDigest":"${payload}","toolCallId":${id}}`,
    render: `{"injectionPoint":${texts.quoted(result.injectionPoint)},"operatorPayloadDigest":"${payload}","policyDigest":"${policies.digests.toolRenderProtocolDigest}","reminderRenderDigest":"${shown}","toolCallId":${id}}`,
    request: requestText(asked.row, id, permissionText(permission, texts)),
    result: resultText(result, id, texts),
    use: `{"toolCallId":${id}}`,
  };
}

/** The digests of a payload and of what was shown of it, which is all of it. */
function payloadDigests(
  { payload, shown }: ToolResultDraft,
  { sha256 }: PlainResults,
): { readonly payload: Digest; readonly shown: Digest } {
  const digest = digestMade(sha256, shown);
  // A text is digested as JSON and shown as it is; anything else is shown as it is digested.
  if (typeof payload !== "string") return { payload: digest, shown: digest };
  return { payload: digestMade(sha256, JSON.stringify(payload)), shown: digest };
}

function permissionText(permission: PermissionEvidence, { quoted }: PlainTexts): string {
  const { approvalRef, decision, ruleId } = permission;
  // Decisions are words of a list; approvals have names of their own.
  if (approvalRef !== undefined) return JSON.stringify(permission);
  return `{"decision":"${decision}","ruleId":${quoted(ruleId)}}`;
}

/** The row of a request with the last word on it. A plain call is one action of its own, in no branch and of no profile. */
function requestText(row: UsualRequest["row"], id: string, permission: string): string {
  const { args, block, index, providerCallId, repairs } = row;
  return (
    `{"actionId":${id},"args":${JSON.stringify(args)},"block":{"n":${block.n},"replyDigest":"${block.replyDigest}"}` +
    `,"index":${index},"permission":${permission},"providerCallId":${JSON.stringify(providerCallId)}` +
    `,"repairs":${repairs.length === 0 ? "[]" : JSON.stringify(repairs)},"toolCallId":${id}}`
  );
}

function resultText({ order, provenance, seq, shown }: ToolResultDraft, id: string, { quoted }: PlainTexts): string {
  const bytes = utf8Length(shown);
  return (
    `{"order":${order},"outcome":"ok","payloadBytes":${bytes},"provenance":{"kind":"${provenance.kind}","ref":${quoted(provenance.ref)}}` +
    `,"seq":${seq},"shownBytes":${bytes},"toolCallId":${id}}`
  );
}
