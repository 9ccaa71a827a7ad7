import { platform } from "node:os";
import { COMPACTION_ITEMS, type HandoffContract, InvariantError, parsePolicyConfig } from "#kernel";
import { approvalNotes } from "#platform";
import type { Approver, Journal, Model, PermissionKeeper, PermissionSeat, RunWish, WitnessStore } from "#ports";
import { type Agent, harnessPolicy, policyOf, type TurnIntention } from "#runtime";
import { openPermissions } from "#tools";
import { systemPrompt } from "../run-view/system-prompt.ts";
import { makeAgent } from "./make-agent.ts";
import type { RunTools } from "./open-run-tools.ts";
import { ownApprovals } from "./own-approvals.ts";

/** What the agent of a seat is made of. */
export interface AgentParts {
  readonly wish: RunWish;
  readonly model: Model;
  readonly tools: RunTools;
  readonly witnesses: WitnessStore;
  /** What the agent is told beside what every agent is told, one rule each. */
  readonly house?: readonly string[];
  /** How the agent may hand over; without it it may not. */
  readonly handingOver?: HandingOverTerms;
}

/** Who may hand over to whom, and what a turn that does says of it. */
export interface HandingOverTerms {
  readonly contract: HandoffContract;
  readonly intends: TurnIntention;
}

/** What differs from run to run. */
export interface RunHooks {
  readonly journal: () => Journal;
  readonly record: (() => Promise<Journal>) | undefined;
  readonly approver: Approver;
}

/** The tools that change files by themselves; a command changes them where its walls let it. */
const EDIT_SURFACES = ["write", "edit", "apply_patch"];

/** The harness's answers to mistakes, with more patience: a person may be watching, and the budget bounds it all. */
const REPROMPTS = 5;
const PATIENT: typeof harnessPolicy = patient();

function patient(): typeof harnessPolicy {
  const { consumeBudget, unbudgetedInARow, retriesInARow } = harnessPolicy.config;
  const numbers = { consumeBudget, unbudgetedInARow, ...(retriesInARow === undefined ? {} : { retriesInARow }) };
  const reading = parsePolicyConfig({ onMalformedAction: { kind: "RepromptN", n: REPROMPTS }, ...numbers });
  if (!reading.ok) throw new InvariantError(reading.reason);
  return policyOf(reading.config, "answer");
}

/** The coding agent: bound to the workspace, the sandbox that was tried and the rules, with the harness's answers to mistakes. */
export function runAgent(
  { wish, model, tools, witnesses, house = [], handingOver }: AgentParts,
  { journal, record, approver }: RunHooks,
): Agent<string> {
  const { set, sandbox, workspace, instructions, guards, artifacts } = tools;
  const { profile, network, attestation } = sandbox;
  return makeAgent({
    model,
    budget: wish.budget,
    tools: set,
    system: systemPrompt({
      workspace: workspace.root,
      platform: platform(),
      profile,
      network,
      tools: set.tools.map(({ name }) => name),
      house,
    }),
    instructions,
    guards,
    policy: PATIENT,
    spec: {
      sandbox: { profile, network, attestation },
      boundaryPolicy: {
        roots: [workspace.root],
        editSurfaces: EDIT_SURFACES,
        shellMayEdit: profile !== "read-only",
      },
      compactionPolicy: { carry: COMPACTION_ITEMS },
      ...(handingOver === undefined ? {} : { handoffContract: handingOver.contract }),
    },
    ...(handingOver === undefined ? {} : { intends: handingOver.intends }),
    artifacts,
    permissions: (seat) => keeper(seat, tools, approver),
    workspace,
    journal,
    witnesses,
    ...(record === undefined ? {} : { record }),
    requestTokens: wish.requestTokens,
    outputTokens: wish.outputTokens,
  });
}

function keeper(seat: PermissionSeat, { rules, workspace }: RunTools, approver: Approver): Promise<PermissionKeeper> {
  return openPermissions({
    ...ownApprovals(seat, workspace.root, approvalNotes),
    rules,
    root: workspace.root,
    approver,
  });
}
