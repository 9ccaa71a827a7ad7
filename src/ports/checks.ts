import type { JsonObject, JoinClosed, Refusal, VerificationClass } from "#kernel";
import type { CancelSignal } from "./cancel-signal.ts";

/** One call of a verification: a declared check that is run, or what the work itself came to. */
export interface CheckCall {
  readonly name: string;
  readonly required: boolean;
  readonly class: VerificationClass;
  readonly tool: "check" | "work";
  /** Of a check `{name, command, tree, timeout_ms}`, of work `{name, outcome, tree}`: the gate finds the call by them. */
  readonly args: JsonObject;
}

/** How one of them ended. */
export interface CheckResult {
  readonly name: string;
  readonly required: boolean;
  readonly class: VerificationClass;
  readonly outcome: "ok" | "failed" | "timeout" | "interrupted" | "denied";
  /** The end of what it printed, bounded: what the model is told when it failed. */
  readonly output: string;
  /** The classes that its output names (M10). */
  readonly failureClasses: readonly string[];
}

/** What is to be verified, and what is to follow when it holds. */
export interface Verification {
  readonly workspace: string;
  readonly calls: readonly CheckCall[];
  /** What the turn is bound to: which calls have to hold before which action. */
  readonly mutationPolicy: JsonObject;
  /** Without it the turn intends nothing, and no permit can come of it. */
  readonly intent?: { readonly action: string; readonly args: JsonObject };
  readonly signal: CancelSignal;
}

/** A verification as one closed turn: its calls are the checks, its witnesses are kept, its session can be audited. */
export interface Verified {
  readonly sessionId: string;
  readonly results: readonly CheckResult[];
  /** The turn that ran the checks, closed; undefined where the turn itself was refused, and `refusal` says why. */
  readonly join: JoinClosed | undefined;
  readonly refusal?: Refusal;
  /** The name of the join's witness in the store; of the session where there is none. */
  readonly witnessRef: string;
  /** Every witness of the turn, sorted. */
  readonly witnessRefs: readonly string[];
}

/** Runs checks in the sandbox, as a turn of the harness itself (M07, M10). Throws `PortError` where nothing could run. */
export interface Verifier {
  verify(verification: Verification): Promise<Verified>;
}
