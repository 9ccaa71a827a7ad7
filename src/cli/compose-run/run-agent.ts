import { platform } from "node:os";
import { InvariantError, parsePolicyConfig } from "#kernel";
import { memoryJournal } from "#memory";
import { approvalNotes, cancelSwitch, newRequestId, now, sha256, utf8 } from "#platform";
import type { Approver, Journal, Model, PermissionKeeper, PermissionSeat, RunWish, WitnessStore } from "#ports";
import { type Agent, agentMaker, harnessPolicy, policyOf } from "#runtime";
import { noWorkspace, openPermissions, toolDesk, toolSet } from "#tools";
import { systemPrompt } from "../run-view/system-prompt.ts";
import type { RunTools } from "./open-run-tools.ts";
import { ownApprovals } from "./own-approvals.ts";

/** What the agent of a seat is made of. */
export interface AgentParts {
  readonly wish: RunWish;
  readonly model: Model;
  readonly tools: RunTools;
  readonly witnesses: WitnessStore;
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

const make = agentMaker({
  sha256,
  utf8,
  clock: { now },
  newId: newRequestId,
  newSwitch: cancelSwitch,
  toolSet: (tools) => toolSet(...tools).build(),
  desk: ({ workspace = noWorkspace, ...options }) => toolDesk({ ...options, workspace }),
  memoryJournal,
});

/** The coding agent: bound to the workspace, the sandbox that was tried and the rules, with the harness's answers to mistakes. */
export function runAgent(
  { wish, model, tools, witnesses }: AgentParts,
  { journal, record, approver }: RunHooks,
): Agent<string> {
  const { set, sandbox, workspace, instructions, guards } = tools;
  const { profile, network, attestation } = sandbox;
  return make({
    model,
    budget: wish.budget,
    tools: set,
    system: systemPrompt({
      workspace: workspace.root,
      platform: platform(),
      profile,
      network,
      tools: set.tools.map(({ name }) => name),
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
    },
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
