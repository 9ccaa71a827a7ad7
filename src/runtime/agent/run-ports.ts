import type { SessionState, RunTerms } from "#kernel";
import type { EventSink, Journal, PermissionKeeper, PermissionSeat, ToolSet, CancelSignal } from "#ports";
import { plainText } from "../output-reader.ts";
import type { Run } from "../run.ts";
import type { RunSetting } from "../run-setting.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { AgentPorts } from "./agent-ports.ts";
import type { BoundAgent } from "./bind-agent.ts";
import { schemaOutput } from "./schema-output.ts";

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
  const { set, keepOutput, ...mine } = own;
  const { model, workspace, checkpoint, guards = [], views = [], output, witnesses, evidence } = options;
  const keeps = options.journal !== undefined || witnesses !== undefined;
  return {
    ...mine,
    sha256,
    utf8,
    clock,
    model,
    desk: ports.desk({ set, workspace, clock, onThrow: policy.onThrow }),
    policies,
    toolValues,
    mode,
    policy,
    checkpoint,
    guards,
    views,
    output: output === undefined ? plainText : schemaOutput(output, utf8, keepOutput),
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
  }: {
    readonly ports: AgentPorts;
    readonly runOf: () => Run;
  },
): PermissionSeat {
  return {
    sessionId,
    clock: ports.clock,
    kept: [...state.approvals],
    async keep(approval): Promise<void> {
      const run = runOf();
      run.record({ kind: "approval.answered", step: run.state.step, approval });
      await run.durable();
    },
    asked: (question) => runOf().ask(question),
  };
}
