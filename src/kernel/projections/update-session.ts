import { trimmed } from "../evidence/text.ts";
import { idToken } from "../issues/id-token.ts";
import type { Timestamp } from "../issues/timestamp.ts";
import { givenRefs, givenText } from "./given-text.ts";
import { type HarnessSession, SESSION_KIND, sessionOf, type HarnessSessionState } from "./harness-session.ts";
import { wholeSecond } from "./whole-second.ts";

/** Where issues are when nobody says otherwise (contract 2.1). */
export const DEFAULT_ISSUES_PATH = ".premath/issues.jsonl";

/** What a write says of a session. A member that is absent keeps what was, a blank one removes it (contract 2.1). */
export interface SessionChange {
  /** A blank one counts as absent: a session keeps its name. */
  readonly sessionId?: string;
  /** Stopped unless it is said. */
  readonly state?: HarnessSessionState;
  readonly issueId?: string;
  readonly summary?: string;
  readonly nextStep?: string;
  /** An empty list counts as absent; blank refs alone clear what was. */
  readonly instructionRefs?: readonly string[];
  readonly witnessRefs?: readonly string[];
  readonly lineageRefs?: readonly string[];
  readonly issuesPath?: string;
}

/** What is known of the moment of a write. */
export interface SessionMoment {
  readonly now: Timestamp;
  /** Digest of the issues at that path, when they can be read. */
  readonly issuesSnapshotRef?: string | null;
}

/** The session that a write leaves (contract 2.1). Pure: the caller says what time it is and what the issues are. */
export function updateSession(
  old: HarnessSession | undefined,
  change: SessionChange,
  { now, issuesSnapshotRef = null }: SessionMoment,
): HarnessSession {
  const at = wholeSecond(now);
  const state = change.state ?? "stopped";
  const issueId = kept(change.issueId, old?.issueId);
  return sessionOf({
    schema: 1,
    sessionKind: SESSION_KIND,
    sessionId: givenText(change.sessionId ?? "") ?? old?.sessionId ?? newSessionId(issueId, at),
    state,
    issueId,
    summary: kept(change.summary, old?.summary),
    nextStep: kept(change.nextStep, old?.nextStep),
    instructionRefs: keptRefs(change.instructionRefs, old?.instructionRefs),
    witnessRefs: keptRefs(change.witnessRefs, old?.witnessRefs),
    lineageRefs: keptRefs(change.lineageRefs, old?.lineageRefs),
    startedAt: old?.startedAt ?? at,
    updatedAt: at,
    stoppedAt: state === "stopped" ? at : null,
    issuesPath: sessionIssuesPath(change),
    issuesSnapshotRef,
  });
}

/** The issue file that a write names, trimmed; the usual one unless it is said. */
export function sessionIssuesPath({ issuesPath = DEFAULT_ISSUES_PATH }: Pick<SessionChange, "issuesPath">): string {
  return trimmed(issuesPath.toWellFormed());
}

/** A text as part of a session's id: ASCII letters, digits, `-` and `_`; `session` when nothing is left (contract 2.1). */
export function sessionToken(text: string): string {
  return idToken(text, "session");
}

/** `hs1_20261115T193704Z_bd-1`; without an issue only the moment. */
function newSessionId(issueId: string | null, at: string): string {
  const moment = at.replaceAll(/[-:]/g, "");
  return issueId === null ? `hs1_${moment}` : `hs1_${moment}_${sessionToken(issueId)}`;
}

function kept(given: string | undefined, old: string | undefined): string | null {
  return (given === undefined ? old : givenText(given)) ?? null;
}

/** Old refs are kept as they stand: they are not normalised again (contract 2.1). */
function keptRefs(given: readonly string[] | undefined, old: readonly string[] | undefined): readonly string[] {
  return (given === undefined || given.length === 0 ? old : givenRefs(given)) ?? [];
}
