import type { ResolvedConfig } from "#kernel";
import { type WorkerEnd } from "#ports";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
/** What a run without a task did: one issue after another, as a worker does. */
export interface IssueRunData extends WorkerEnd {
    readonly action: "run.issues";
    readonly workerId: string;
}
/** Whether nobody said what is to be done: then the issues say it. */
export declare function saysNothing({ operands, switches }: Arguments, ports: HostPorts): boolean;
/** Claims the next ready issue, works in a worktree, verifies, passes the gate, closes or hands off; then the next, until none is ready (M06-M09). */
export declare function workOnIssues(args: Arguments, config: ResolvedConfig, ports: HostPorts): Promise<Outcome<IssueRunData>>;
