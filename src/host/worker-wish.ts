import {
  builtInRetryPolicy,
  type CheckDeclaration,
  declaredChecks,
  loadRetryPolicy,
  type ResolvedConfig,
  RETRY_POLICY_PATH,
  type RetryPolicy,
  retryPolicyProblem,
  WORKER_REF_PREFIX,
} from "#kernel";
import type { WorkerPlaces, WorkerWish } from "#ports";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { unusable } from "./failed.ts";
import { given } from "./given.ts";
import { below } from "./path-text.ts";
import { runStateFolder, runWorkspace, stateFolderProblem } from "./run-places.ts";
import { runWish } from "./run-wish.ts";
import { UNSAID_NETWORK } from "./sandbox-wish.ts";

/** What differs between the commands that make a worker. */
export interface WorkerManner {
  readonly workerId: string;
  readonly maxIssues: number;
  readonly firstIssue?: string;
  readonly takesOwn: boolean;
  readonly continueOnFailure: boolean;
  readonly show: WorkerWish["show"];
  readonly parentPipe: boolean;
  /** Where its session artifact is, from the state folder. */
  readonly session: string;
}

const NO_CHECKS =
  'no required check says when an issue is done, so none could be closed: declare checks in tusk.config.json, such as {"checks": {"test": {"command": "npm test"}}}, or give --verify-cmd';
/** What the work itself came to stands beside the checks under this name. */
const WORK_CALL = "work";
const RESERVED = `a check may not be called ${WORK_CALL}: so what the work came to is called; give it another name in tusk.config`;
const WORKER_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;

/** A worker as flags, environment and configuration say; one sentence where they do not suffice. */
export async function workerWish(
  args: Arguments,
  config: ResolvedConfig,
  { ports, manner }: { readonly ports: HostPorts; readonly manner: WorkerManner },
): Promise<Outcome<WorkerWish>> {
  if (!WORKER_NAME.test(manner.workerId))
    return unusable(
      `worker id ${manner.workerId}: it has at most 64 letters, digits, _, . and -, and begins with none of the dots`,
    );
  const lane = laneOf(args);
  if (!lane.ok) return lane;
  const places = await workerPlaces(args, config, { ports, manner });
  if (!places.ok) return places;
  const checks = checksOf(args, config, ports);
  if (checks.some(({ name }) => name === WORK_CALL)) return unusable(RESERVED);
  if (!checks.some(({ required }) => required)) return unusable(NO_CHECKS);
  const retryPolicy = policyOf(config, places.data, ports);
  if (!retryPolicy.ok) return retryPolicy;
  const work = workOf(args, config, { ports, places: places.data });
  if (!work.ok) return work;
  const { values } = config;
  const profile = values["sandbox.profile"];
  const network = config.rows.find(({ path }) => path === "sandbox.network")?.setting;
  const isSaid = network !== undefined && network.origin.kind !== "default";
  return {
    ok: true,
    data: {
      terms: {
        workerId: manner.workerId,
        places: places.data,
        commandLine: ports.commandLine,
        checks,
        retryPolicy: retryPolicy.data,
        leaseTtlSeconds: values["harness.leaseTtlSeconds"],
        repairRounds: values["harness.repairRounds"],
        maxIssues: manner.maxIssues,
        ...given({ firstIssue: manner.firstIssue }),
        by: args.values.get("by") === "priority" ? "priority" : "id",
        takesOwn: manner.takesOwn,
        continueOnFailure: manner.continueOnFailure,
        lane: lane.data,
        witnessRefPrefix:
          args.values.get("witness-ref-prefix") ?? ports.environment("PREMATH_WITNESS_REF_PREFIX") ?? WORKER_REF_PREFIX,
      },
      ...given({ target: values["harness.target"] }),
      work: work.data,
      checksIn: { profile, network: isSaid ? values["sandbox.network"] : UNSAID_NETWORK[profile] },
      show: manner.show,
      parentPipe: manner.parentPipe,
    },
  };
}

const DEFAULT_MODE = "instruction-linked";
const MODES = ["human-override", DEFAULT_MODE];

/** The lane that rows name, as the contract has it (3.1): no other mode, and none but the default one without a reason. */
function laneOf({ values }: Arguments): Outcome<WorkerWish["terms"]["lane"]> {
  const mode = values.get("mutation-mode")?.trim() || DEFAULT_MODE;
  const reason = values.get("override-reason")?.trim() ?? "";
  if (!MODES.includes(mode)) {
    const allowed = MODES.map((each) => `'${each}'`).join(", ");
    return unusable(`mutation mode \`${mode}\` is not allowed by control-plane contract: [${allowed}]`);
  }
  if (mode !== DEFAULT_MODE && reason === "") return unusable("override mutation mode requires --override-reason");
  return { ok: true, data: { mode, reason, activeEpoch: "", supportUntil: "" } };
}

interface Placing {
  readonly ports: HostPorts;
  readonly manner: Pick<WorkerManner, "session">;
}

/** Where everything is, by flags as the contract resolves them (3.1), else by configuration and folder; worker and coordinator mean the same places. */
export async function workerPlaces(
  args: Arguments,
  config: ResolvedConfig,
  { ports, manner }: Placing,
): Promise<Outcome<WorkerPlaces>> {
  const named = args.values.get("repo-root");
  const workspace: Outcome<string> =
    named === undefined ? await runWorkspace(args, ports) : { ok: true, data: ports.realPath(named) };
  if (!workspace.ok) return workspace;
  const repoRoot = workspace.data;
  const folder = named === undefined ? runStateFolder(args, config, ports) : below(repoRoot, ".premath");
  const problem = stateFolderProblem(args, { stateFolder: folder, workspace: repoRoot }, ports);
  if (problem !== undefined) return unusable(problem);
  const stateFolder = ports.realPath(folder);
  const at = (flag: string, name: string): string => {
    const path = args.values.get(flag);
    return path === undefined ? below(stateFolder, name) : path.startsWith("/") ? path : below(repoRoot, path);
  };
  const issues = args.values.has("issues-path")
    ? at("issues-path", "issues.jsonl")
    : (ports.environment("PREMATH_ISSUES_PATH") ?? at("issues-path", "issues.jsonl"));
  if (ports.kindOf(issues) !== "file")
    return unusable(`there is no issue file ${issues}; 'tusk init' makes one, 'tusk issue add' the first issue`);
  return {
    ok: true,
    data: {
      repoRoot,
      stateFolder,
      issues: ports.realPath(issues),
      session: at("session-path", manner.session),
      ledger: at("feature-ledger-path", "harness_feature_ledger.json"),
      trajectory: at("trajectory-path", "harness_trajectory.jsonl"),
    },
  };
}

const VERIFY_TIMEOUT_MS = 1_800_000;

/** The declared checks, and the one of the command line. */
function checksOf(args: Arguments, { values }: ResolvedConfig, ports: HostPorts): readonly CheckDeclaration[] {
  const command = args.values.get("verify-cmd") ?? ports.environment("PREMATH_VERIFY_CMD");
  const declared = declaredChecks(values.checks);
  if (command === undefined || command.trim() === "") return declared;
  return [...declared, { name: "verify", command, class: "semantic", required: true, timeoutMs: VERIFY_TIMEOUT_MS }];
}

function policyOf(config: ResolvedConfig, { repoRoot }: WorkerPlaces, ports: HostPorts): Outcome<RetryPolicy> {
  const named = config.values["harness.retryPolicy"];
  const path = below(repoRoot, named ?? RETRY_POLICY_PATH);
  const kind = ports.kindOf(path);
  if (kind === "missing" && named === undefined) return { ok: true, data: builtInRetryPolicy(ports.sha256) };
  const input = kind === "missing" ? undefined : ports.readInput(path);
  const file =
    input === undefined
      ? { kind: "missing" as const }
      : input.ok
        ? { kind: "bytes" as const, bytes: input.bytes }
        : { kind: "unreadable" as const, reason: input.reason };
  const loaded = loadRetryPolicy({ ...file, path }, { sha256: ports.sha256, utf8: ports.utf8 });
  return loaded.ok ? { ok: true, data: loaded.policy } : unusable(retryPolicyProblem(loaded));
}

function workOf(
  args: Arguments,
  config: ResolvedConfig,
  { ports, places }: { readonly ports: HostPorts; readonly places: WorkerPlaces },
): Outcome<WorkerWish["work"]> {
  const command = args.values.get("work-cmd") ?? ports.environment("PREMATH_WORK_CMD");
  if (command !== undefined && command.trim() !== "") {
    const isWalled = args.values.get("work-profile") === "workspace-write";
    const walls = { profile: "workspace-write", network: UNSAID_NETWORK["workspace-write"] } as const;
    return {
      ok: true,
      data: {
        kind: "command",
        command,
        limitMs: config.values["harness.workTimeoutMs"],
        ...(isWalled ? { walls } : {}),
      },
    };
  }
  const { stateFolder, repoRoot: workspace } = places;
  const wish = runWish(args, config, { ports, places: { stateFolder, workspace }, ownModel: undefined });
  if (!wish.ok) return wish;
  const { workspace: _, ...run } = wish.data;
  const steps = Math.min(run.budget.steps, config.values["harness.sessionSteps"]);
  return {
    ok: true,
    data: {
      kind: "agent",
      run: { ...run, budget: { ...run.budget, steps } },
      maxSessions: config.values["harness.maxSessions"],
    },
  };
}
