import {
  admitMutation,
  type HandoffContract,
  HANDOFF_KIND,
  type Handoff,
  type IssueMutation,
  type Json,
  judgeHandoff,
  type MandateSource,
  mintMandate,
  MUTATIONS,
  parseIssueMutation,
  receiveHandoff,
  type Sha256,
} from "#kernel";
import {
  type ChildEnd,
  type ChildOrder,
  type ChildWork,
  type EndedChild,
  type Handoffs,
  type IssueStore,
  type OpenedChild,
  PortError,
  type WitnessStore,
} from "#ports";
import { resolvedWitness } from "./resolved-witness.ts";

/** What sub-agents' issues are made of. */
export interface ChildIssueParts {
  readonly issues: IssueStore;
  readonly handoffs: Pick<Handoffs, "put">;
  readonly witnesses: Pick<WitnessStore, "get">;
  readonly sha256: Sha256;
  /** The issue that the calling run works on. */
  readonly parentIssueId: string;
  readonly workerId: string;
  /** What lets the worker add issues: a person's command, or an instruction. */
  readonly source: MandateSource;
  /** The role of the calling run, and that of each sub-agent by its name. */
  readonly role: string;
  readonly roleOf: (name: string) => string;
  readonly contract: HandoffContract;
  /** Waits a moment for a store that others are writing. */
  readonly pause: () => Promise<void>;
  /** The mutation policy that is active, and that sub-agents are bound to. */
  readonly mutationPolicy: Json;
}

/**
 * Sub-agents' work as issues below the one that is worked on (M17). A child depends on its parent (parent-child): nobody else claims it
 * while the parent is open, the parent stays as ready as it was, and what a child leaves unfinished becomes ready when the parent is closed.
 * It is closed by a permit that its own last turn earns, never on its caller's word.
 */
export function childIssues(parts: ChildIssueParts): ChildWork {
  return {
    open: (order) => patiently(parts, () => open(parts, order)),
    close: (ended) => patiently(parts, () => close(parts, ended)),
  };
}

/** How often a store that others are writing is asked again. */
const TRIES = 40;

/** Every try is the same request, so that it takes effect once. */
async function patiently<T>({ pause }: ChildIssueParts, work: () => T): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return work();
    } catch (error) {
      const isBusy = error instanceof PortError && error.port === "issues" && error.code === "lock_busy";
      if (!isBusy || tries === TRIES) throw error;
      await pause();
    }
  }
}

const TITLE = 120;

function open(parts: ChildIssueParts, order: ChildOrder): OpenedChild {
  const { issues, sha256, parentIssueId, workerId } = parts;
  const request = `${order.sessionId}:add`;
  const mutation: IssueMutation = {
    action: "issue.add",
    args: { title: titleOf(order), description: described(order), issueType: "task", parentIssueId, request },
  };
  const minting = mintMandate({ actor: workerId, run: order.parentSession, source: parts.source, mutation }, sha256);
  if (!minting.ok) throw new PortError("issues", "permit_refused", minting.reason);
  const applied = issues.mutate(mutation, minting.permit, workerId);
  if (!applied.ok) throw new PortError("issues", applied.failure.code, applied.failure.message);
  const issueId = applied.issue?.id;
  if (issueId === undefined) throw new PortError("issues", "io", "the issue of the sub-agent has no id");
  const received = packetFor(parts, order, issueId);
  const args = {
    id: issueId,
    reason: `done by ${order.name} in ${order.sessionId}`,
    request: `${order.sessionId}:close`,
  };
  return { issueId, received, closes: { action: "issue.close", args } };
}

function packetFor(parts: ChildIssueParts, order: ChildOrder, issueId: string): OpenedChild["received"] {
  const { sha256, contract, handoffs } = parts;
  const handoff: Handoff = {
    schema: 1,
    kind: HANDOFF_KIND,
    issueId,
    from: { role: parts.role, workerId: parts.workerId, sessionId: order.parentSession },
    target: { role: parts.roleOf(order.name) },
    intent: `a part of ${parts.parentIssueId}: ${titleOf(order)}`,
    constraints: ["Answer with what was asked for: your last words go back to whoever asked."],
    done: [],
    left: [],
    artifacts: [],
    returnPath: `session://${order.parentSession}/calls/${order.toolCallId}`,
    contextScope: { read: [], write: [] },
    sessionNo: 1,
  };
  const findings = judgeHandoff(handoff, { contract, existing: [] });
  const receiving = receiveHandoff(handoff, [], sha256);
  if (findings.length > 0 || !receiving.ok) {
    const why = receiving.ok ? findings.map(({ note }) => note).join("; ") : receiving.problem;
    throw new PortError("handoffs", "damaged", `${issueId} was added and cannot be handed to ${order.name}: ${why}`);
  }
  handoffs.put(handoff);
  return receiving.received;
}

/** Closes the child by what its last turn proves; whatever is missing leaves it open, and says so. */
function close({ issues, witnesses, sha256, mutationPolicy, workerId }: ChildIssueParts, ended: EndedChild): ChildEnd {
  const { issueId, closes, intended, phase, summary } = ended;
  if (intended === undefined) return left(`${issueId} stays open: ${phase}: ${summary}`);
  const reading = parseIssueMutation(closes);
  if (!reading.ok) return left(`${issueId} stays open: ${reading.reason}`);
  const { witnessRef } = intended;
  if (witnessRef === undefined) return left(`${issueId} stays open: its session keeps no witnesses`);
  const claims = MUTATIONS[reading.mutation.action].claims.flatMap(([claim]) => claim);
  const proofs = { mutation: closes, witnessRef, claims, activePolicy: mutationPolicy };
  const verdict = admitMutation(intended.join, { ...proofs, resolved: resolvedWitness(witnesses, witnessRef) }, sha256);
  if (!verdict.admitted)
    return left(`${issueId} stays open: ${verdict.refusal.violations.map(({ note }) => note).join("; ")}`);
  const applied = issues.mutate(reading.mutation, verdict.next, workerId);
  if (!applied.ok) return left(`${issueId} stays open: ${applied.failure.message}`);
  return { outcome: "closed", note: `${issueId}: ${summary}` };
}

function left(note: string): ChildEnd {
  return { outcome: "left_open", note };
}

function titleOf({ name, task }: ChildOrder): string {
  const line = task.trim().split("\n", 1)[0] ?? "";
  return `${name}: ${line.length <= TITLE ? line : `${line.slice(0, TITLE).toWellFormed()}...`}`;
}

function described({ task, sessionId, parentSession, toolCallId }: ChildOrder): string {
  return `${task}\n\nAsked for by session ${parentSession} (call ${toolCallId}); worked on in session ${sessionId}.`;
}
