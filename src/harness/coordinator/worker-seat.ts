import { resultClassOf, type Timestamp } from "#kernel";
import type { WorkerLine, WorkerProcess, WorkerStatus } from "#ports";
import { statusAfter, textIn } from "./worker-status.ts";

/** The place of one worker process while it runs, and what it has told so far. */
export class WorkerSeat {
  readonly number: number;
  readonly process: WorkerProcess;
  /** What it was started for. */
  readonly issueId: string;
  readonly claimed: Set<string> = new Set();
  /** What it said of its issues: whether they are worth another attempt by somebody. */
  readonly #results = new Map<string, { readonly text: string; readonly isAgain: boolean }>();
  #status: WorkerStatus;
  #refusal: { readonly code: string; readonly message: string } | undefined;
  #lastReason: string | undefined;
  #told: { readonly how: "stop" | "kill"; readonly at: Timestamp } | undefined;

  constructor(seat: { number: number; process: WorkerProcess; status: WorkerStatus }) {
    this.number = seat.number;
    this.process = seat.process;
    this.issueId = seat.status.issueId;
    this.#status = seat.status;
  }

  get status(): WorkerStatus {
    return this.#status;
  }

  /** Why it said that it would not begin. */
  get refusal(): { readonly code: string; readonly message: string } | undefined {
    return this.#refusal;
  }

  /** Why it did not go on, in its own words. */
  get lastReason(): string | undefined {
    return this.#refusal?.message ?? this.#lastReason;
  }

  /** What it was told last by us, and when. */
  get told(): { readonly how: "stop" | "kill"; readonly at: Timestamp } | undefined {
    return this.#told;
  }

  /** Whether nobody else may be given this issue while it runs. */
  has(issueId: string): boolean {
    return this.#status.issueId === issueId || (this.claimed.size === 0 && this.issueId === issueId);
  }

  /** What it recorded of an issue; undefined where it recorded nothing. */
  resultOf(issueId: string): { readonly text: string; readonly isAgain: boolean } | undefined {
    return this.#results.get(issueId);
  }

  hear(line: WorkerLine, at: Timestamp, titleOf: (id: string) => string): void {
    this.#status = statusAfter(this.#status, line, at, titleOf);
    if (line.kind === "refused") this.#refusal = { code: line.code, message: line.message };
    if (line.kind === "ended") this.#lastReason = line.reason;
    if (line.kind !== "row") return;
    const { row } = line;
    const issueId = textIn(row, "issueId");
    if (issueId === undefined) return;
    if (row.kind === "step.claimed") this.claimed.add(issueId);
    if (row.kind !== "stop.recorded") return;
    const text = textIn(row, "resultClass") ?? "";
    const { isSuccess, isRetryNeeded } = resultClassOf(text);
    this.#results.set(issueId, { text, isAgain: isSuccess || isRetryNeeded });
  }

  tell(how: "stop" | "kill", at: Timestamp): void {
    this.#told = { how, at };
    this.process.end(how);
  }
}
