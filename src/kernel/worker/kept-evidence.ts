import { parseDigest } from "../digest/digest.ts";

/** A permit that the gate minted, as its witness tells it. */
export interface KeptPermit {
  readonly witnessRef: string;
  readonly issueId: string;
}

/** What a state folder keeps of the evidence that rows name. */
export interface KeptEvidence {
  readonly hasSession: (sessionId: string) => boolean;
  /** Why a witness is not there as its name says; `kind` where it has to be of one. */
  readonly witnessProblem: (ref: string, kind?: "JoinClosed") => string | undefined;
  /** The permits to close an issue that rest on this evidence. */
  readonly permitsOf: (evidenceDigest: string) => readonly KeptPermit[];
}

const SESSION = "session://";

/** Why a ref leads to nothing; undefined for what it leads to, and for refs that name nothing that is kept (`worker://`, `policy://`, `lease://`). */
export function refProblem(ref: string, kept: KeptEvidence): string | undefined {
  if (ref.startsWith(SESSION)) return sessionProblem(ref.slice(SESSION.length), kept);
  return parseDigest(ref) === undefined ? undefined : kept.witnessProblem(ref);
}

/** Why a session cannot be looked at; undefined where it is kept. */
export function sessionProblem(sessionId: string, { hasSession }: KeptEvidence): string | undefined {
  return hasSession(sessionId) ? undefined : `there is no session ${sessionId}`;
}

/** The first ref that leads to nothing, in one sentence. */
export function refsProblem(refs: readonly string[], kept: KeptEvidence): string | undefined {
  for (const ref of refs) {
    const problem = refProblem(ref, kept);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
