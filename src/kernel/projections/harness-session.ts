import { trimmed } from "../evidence/text.ts";
import { problemText } from "../json/problem.ts";
import { readStruct } from "../json/read.ts";
import { struct, type StructOf } from "../json/shape.ts";
import type { Utf8 } from "../json/utf8.ts";
import { presentMembers } from "./present-members.ts";

/** The kind of a session artifact. */
export const SESSION_KIND = "premath.harness.session.v1";

/** Whether somebody is at work in a session. */
export type HarnessSessionState = "active" | "stopped";

/** Where the work stands, for whoever comes next; what is absent is not there, lists are never empty (contract 2.1). */
export interface HarnessSession {
  readonly schema: 1;
  readonly sessionKind: typeof SESSION_KIND;
  readonly sessionId: string;
  readonly state: HarnessSessionState;
  readonly issueId?: string;
  readonly summary?: string;
  readonly nextStep?: string;
  readonly instructionRefs?: readonly string[];
  readonly witnessRefs?: readonly string[];
  readonly lineageRefs?: readonly string[];
  /** Moments are kept as they were written; nobody has checked them. */
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly stoppedAt?: string;
  readonly issuesPath?: string;
  readonly issuesSnapshotRef?: string;
}

/** A session artifact as it was written. */
export interface SessionWire {
  readonly schema: number;
  readonly sessionKind: string;
  readonly sessionId: string;
  readonly state: string;
  readonly issueId?: string | null;
  readonly summary?: string | null;
  readonly nextStep?: string | null;
  readonly instructionRefs?: readonly string[];
  readonly witnessRefs?: readonly string[];
  readonly lineageRefs?: readonly string[];
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly stoppedAt?: string | null;
  readonly issuesPath?: string | null;
  readonly issuesSnapshotRef?: string | null;
}

const NEEDED = { presence: "required", shape: { kind: "string" } } as const;
const MAYBE = { presence: "optional", shape: { kind: "string" } } as const;
const REFS = { presence: "defaulted", shape: { kind: "list", of: { kind: "string" } } } as const;

/** The form of a session artifact, in its file's order and with the reference's name for its error texts. */
export const SESSION: StructOf<SessionWire> = struct<SessionWire>("HarnessSession", {
  schema: { presence: "required", shape: { kind: "integer", name: "u32", least: 0, most: 0xffff_ffff } },
  sessionKind: NEEDED,
  sessionId: NEEDED,
  state: NEEDED,
  issueId: MAYBE,
  summary: MAYBE,
  nextStep: MAYBE,
  instructionRefs: REFS,
  witnessRefs: REFS,
  lineageRefs: REFS,
  startedAt: NEEDED,
  updatedAt: NEEDED,
  stoppedAt: MAYBE,
  issuesPath: MAYBE,
  issuesSnapshotRef: MAYBE,
});

/** A session that was read, or the contract's sentence why not (2.2). */
export type SessionReading =
  | { readonly ok: true; readonly session: HarnessSession }
  | { readonly ok: false; readonly message: string };

/** Reads a session artifact, naming its file as `path` where it is none (contract 2.2). Never throws. */
export function readHarnessSession(bytes: Uint8Array, utf8: Utf8, path: string): SessionReading {
  const reading = readStruct(bytes, SESSION, utf8);
  if (!reading.ok) return refused(`failed to parse harness session artifact ${path}: ${problemText(reading.problem)}`);
  const { schema, sessionKind, sessionId, state } = reading.value;
  if (schema !== 1) return refused(`invalid harness session schema ${schema} (expected 1)`);
  if (sessionKind !== SESSION_KIND)
    return refused(`invalid harness session kind ${sessionKind} (expected ${SESSION_KIND})`);
  if (state !== "active" && state !== "stopped")
    return refused(`invalid harness session state ${state} (expected active|stopped)`);
  if (trimmed(sessionId) === "") return refused("invalid harness session id (empty)");
  return { ok: true, session: sessionOf({ ...reading.value, schema, sessionKind, state }) };
}

/** A session's members in the order of its file; unknown ones are gone (contract 0.6). */
export function sessionOf(
  from: SessionWire & Pick<HarnessSession, "schema" | "sessionKind" | "state">,
): HarnessSession {
  const { schema, sessionKind, sessionId, state, startedAt, updatedAt } = from;
  const { issueId, summary, nextStep, instructionRefs, witnessRefs, lineageRefs } = from;
  const { stoppedAt, issuesPath, issuesSnapshotRef } = from;
  return {
    schema,
    sessionKind,
    sessionId,
    state,
    ...presentMembers({ issueId, summary, nextStep, instructionRefs, witnessRefs, lineageRefs }),
    startedAt,
    updatedAt,
    ...presentMembers({ stoppedAt, issuesPath, issuesSnapshotRef }),
  };
}

/** The text of a session artifact's file (contract 2.1). */
export function writeHarnessSession(session: HarnessSession): string {
  return `${JSON.stringify(session, null, 2)}\n`;
}

function refused(message: string): SessionReading {
  return { ok: false, message };
}
