import { type Digest, digestMade } from "../digest/digest.ts";
import { utf8Length } from "../json/utf8-length.ts";
import type { PlainResults } from "./plain-results.ts";
import type { ToolResultDraft } from "./tool-results.ts";
import type { UsualRequest } from "./usual-rows.ts";

/** A plain call from its request to its use, each row as its canonical text: those of the wire, then those of evidence. */
export interface CallTexts {
  readonly id: string;
  /** The id as it is written. */
  readonly idText: string;
  readonly asked: string;
  readonly settled: string;
  readonly used: string;
  readonly render: string;
  readonly request: string;
  readonly result: string;
  readonly use: string;
}

/** Every row of a plain turn's calls, in call order. */
export function callTexts(turn: PlainResults): readonly CallTexts[] {
  const { requests, permissions, results } = turn;
  const calls: CallTexts[] = [];
  for (let at = 0; at < requests.length; at++) {
    const [asked, permission, result] = [requests[at], permissions[at], results[at]];
    if (asked === undefined || permission === undefined || result === undefined) continue;
    const { toolName, row } = asked;
    const id = row.toolCallId;
    const idText = JSON.stringify(id);
    const [payload, shown] = payloadDigests(result, turn);
    calls.push({
      id,
      idText,
      asked: `{"callerId":"model"${schemaText(turn, toolName)},"toolCallId":${idText},"toolName":${JSON.stringify(toolName)}}`,
      settled: `{"resultDigest":"${payload}","status":"ok","toolCallId":${idText}}`,
      // Nobody names a result of a plain turn: it was only observed.
      used: `{"disposition":"observed","resultDigest":"${payload}","toolCallId":${idText}}`,
      render: `{"injectionPoint":${JSON.stringify(result.injectionPoint)},"operatorPayloadDigest":"${payload}","policyDigest":"${turn.policies.digests.toolRenderProtocolDigest}","reminderRenderDigest":"${shown}","toolCallId":${idText}}`,
      request: requestText(row, idText, JSON.stringify(permission)),
      result: resultText(result, idText),
      use: `{"toolCallId":${idText}}`,
    });
  }
  return calls;
}

/** The text of a list of rows. */
export function rowsOf(calls: readonly CallTexts[], pick: (call: CallTexts) => string): string {
  const [only] = calls;
  if (only !== undefined && calls.length === 1) return `[${pick(only)}]`;
  return `[${calls.map((call) => pick(call)).join(",")}]`;
}

/** The digests of a payload and of what was shown of it, which is all of it. */
function payloadDigests({ payload, shown }: ToolResultDraft, { sha256 }: PlainResults): readonly [Digest, Digest] {
  const digest = digestMade(sha256, shown);
  // A text is digested as JSON and shown as it is; anything else is shown as it is digested.
  return typeof payload === "string" ? [digestMade(sha256, JSON.stringify(payload)), digest] : [digest, digest];
}

function schemaText({ policies }: PlainResults, toolName: string): string {
  const entry = policies.catalog.get(toolName);
  return entry === undefined ? "" : `,"schemaDigest":${JSON.stringify(entry.schemaDigest)}`;
}

/** The row of a request with the last word on it. A plain call is one action of its own, in no branch and of no profile. */
function requestText(row: UsualRequest["row"], idText: string, permission: string): string {
  const { args, block, index, providerCallId, repairs } = row;
  return (
    `{"actionId":${idText},"args":${JSON.stringify(args)},"block":{"n":${block.n},"replyDigest":"${block.replyDigest}"}` +
    `,"index":${index},"permission":${permission},"providerCallId":${JSON.stringify(providerCallId)}` +
    `,"repairs":${repairs.length === 0 ? "[]" : JSON.stringify(repairs)},"toolCallId":${idText}}`
  );
}

function resultText({ order, provenance, seq, shown }: ToolResultDraft, idText: string): string {
  const bytes = utf8Length(shown);
  return (
    `{"order":${order},"outcome":"ok","payloadBytes":${bytes},"provenance":${JSON.stringify(provenance)}` +
    `,"seq":${seq},"shownBytes":${bytes},"toolCallId":${idText}}`
  );
}
