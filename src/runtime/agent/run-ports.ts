import { frozenCopy, keepsContent, type SessionState, type RunTerms } from "#kernel";
import type { EventSink, Journal, PermissionKeeper, PermissionSeat, ToolSet, CancelSignal } from "#ports";
import { orCancelled } from "../or-cancelled.ts";
import { plainText } from "../output-reader.ts";
import type { Run } from "../run.ts";
import type { RunSetting } from "../run-setting.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { AgentPorts } from "./agent-ports.ts";
import type { BoundAgent } from "./bind-agent.ts";
import { cancellableHooks } from "./cancellable-hooks.ts";
import { schemaOutput } from "./schema-output.ts";
import { takenApproval } from "./taken-approval.ts";

/** What one run has of its own beside what its agent is. */
export interface RunOwn {
  readonly sessionId: string;
  readonly correlationId: string;
  readonly parent: RunSetting["parent"];
  readonly terms: RunTerms;
  readonly journal: Journal;
  readonly set: ToolSet;
  readonly emit: EventSink;
  readonly signal: CancelSignal;
  readonly permissions: PermissionKeeper | undefined;
  readonly reminders: () => readonly string[];
  readonly handoffIn?: RunSetting["handoffIn"];
  readonly intends?: RunSetting["intends"];
  /** Is given what the output's schema made of an answer. */
  readonly keepOutput: (made: unknown) => void;
}

/** Everything that a run is made of. */
export function runSetting<Output>(
  options: AgentOptions<Output>,
  { policies, toolValues, mode, policy }: BoundAgent,
  { ports, own }: { readonly ports: AgentPorts; readonly own: RunOwn },
): RunSetting {
  const { sha256, utf8, clock } = ports;
  const { set, keepOutput, permissions, ...mine } = own;
  const { model, workspace, checkpoint, guards = [], views = [], output, witnesses, evidence, artifacts } = options;
  const keeps = options.journal !== undefined || witnesses !== undefined;
  const reader = output === undefined ? plainText : schemaOutput(output, utf8, keepOutput);
  const hooks = { model, permissions, checkpoint, guards, output: reader };
  return {
    ...mine,
    ...cancellableHooks(hooks, orCancelled(own.signal)),
    sha256,
    utf8,
    clock,
    // Where no content may be kept, none is.
    desk: ports.desk({
      set,
      workspace,
      clock,
      onThrow: policy.onThrow,
      artifacts: keepsContent(policies.values) ? artifacts : undefined,
    }),
    policies,
    toolValues,
    mode,
    policy,
    views,
    evidence: evidence ?? (keeps ? "each_turn" : "on_demand"),
    witnesses,
  };
}

/** Where the keeper of a run's permissions sits: its answers are rows of the run, its questions are heard. */
export function permissionSeat(
  sessionId: string,
  state: SessionState,
  {
    ports,
    runOf,
    signal,
  }: {
    readonly ports: AgentPorts;
    readonly runOf: () => Run;
    readonly signal: CancelSignal;
  },
): PermissionSeat {
  // A keeper that nobody waits for any more may still be at work.
  const isOver = (run: Run): boolean => signal.aborted || run.state.ended !== undefined;
  return {
    sessionId,
    clock: ports.clock,
    kept: [...state.approvals],
    async keep(given): Promise<void> {
      const run = runOf();
      if (isOver(run)) throw new Error("the answer came too late: the run is over");
      const approval = takenApproval(given);
      run.record({ kind: "approval.answered", step: run.state.step, approval });
      await run.durable();
    },
    asked(question): void {
      const run = runOf();
      if (!isOver(run)) run.ask(frozenCopy(question));
    },
  };
}
