import { readFileSync } from "node:fs";
import { runProcess } from "../support/run-process.ts";
import {
  closedHandoff,
  failedHandoff,
  type Handoff,
  type Lane,
  lineage,
  policyAudit,
  type RawIssue,
} from "./reference-refs.ts";

/** A worker of the reference's loop: what it runs, and the files it is given, all by absolute paths. */
export interface LoopWorker extends Lane {
  /** The program under test, as `PREMATH_BIN` names it; it may have words of its own behind it. */
  readonly premathBin: string;
  readonly session: string;
  readonly ledger: string;
  readonly trajectory: string;
  readonly workCmd: string;
  readonly verifyCmd: string;
  readonly maxSteps: number;
  readonly transport: "mcp" | "local-repl";
}

/** How a worker ended: its exit code, what it printed, and every command it gave, in order. */
export interface LoopEnded {
  readonly code: number;
  readonly lines: readonly string[];
  readonly commands: readonly string[];
}

type Answer = Readonly<Record<string, unknown>>;

const TTL = 3600;
/** How long one command may take on a machine that is busy with something else, in milliseconds. */
const PATIENCE = 60_000;
const RENEWS: Readonly<Record<string, string>> = {
  issue_lease_renew: "issue.lease_renew",
  issue_lease_release: "issue.lease_release",
};

/** Runs the worker loop of the reference step by step as the contract's 3.1 has it: the same commands, flags and order. */
export async function runReferenceWorker(worker: LoopWorker): Promise<LoopEnded> {
  const lines: string[] = [];
  const commands: string[] = [];
  const say = (text: string): number => lines.push(`[worker:${worker.workerId}] ${text}`);
  const premath = (...args: readonly string[]): Promise<Answer> => {
    commands.push(args.slice(0, args[0] === "transport-dispatch" ? 3 : 2).join(" "));
    return answerOf(worker, args);
  };
  say(`override policy ${policyText(worker)}`);
  for (let step = 1; step <= worker.maxSteps; step++) {
    const { workerId, issuesPath } = worker;
    const claim = { assignee: workerId, "lease-ttl-seconds": String(TTL), issues: issuesPath };
    const claimed = await premath("issue", "claim-next", ...options(claim));
    if (claimed["claimed"] !== true) {
      say(`no ready issue to claim (step=${step})`);
      return { code: 0, lines, commands };
    }
    if (!(await runStep({ worker, premath, say }, claimed["issue"] as ClaimedIssue, step)))
      return { code: 1, lines, commands };
  }
  return { code: 0, lines, commands };
}

interface ClaimedIssue {
  readonly id: string;
  readonly lease: { readonly leaseId: string };
}

interface Loop {
  readonly worker: LoopWorker;
  readonly premath: (...args: readonly string[]) => Promise<Answer>;
  readonly say: (text: string) => number;
}

/** One claimed issue to its end; false when the step failed. */
async function runStep(loop: Loop, { id, lease }: ClaimedIssue, index: number): Promise<boolean> {
  const { worker, premath, say } = loop;
  const { workerId, worktree, issuesPath } = worker;
  const refs = lineage(worker, id);
  const summary = `worker=${workerId} claimed=${id} worktree=${worktree} ${policyText(worker)}`;
  const next = "work -> verify -> close_or_recover";
  await writeSession(loop, { id, state: "active", summary, next, witnesses: [], lineage: refs });
  await writeFeature(loop, { id, status: "in_progress", summary, verified: [] });
  // Both are run, whatever becomes of the first.
  const codes = [await shell(worker.workCmd, worktree), await shell(worker.verifyCmd, worktree)];
  const done = codes.every((code) => code === 0);
  const own = `worker://loop/${workerId}/${id}/${done ? "completed" : "failed"}`;
  const policy = policyAudit(worker, id, index);
  const at = { id, worker: workerId, lease: lease.leaseId };
  if (done) await premath("issue", "update", id, "--status", "closed", "--issues", issuesPath);
  const raw = lastRow(issuesPath, id);
  const { handoff, transport } = done
    ? { handoff: closedHandoff(raw, at), transport: [] }
    : await recovered(loop, raw, { ...at, handoff: failedHandoff(raw, at) });
  const { state, action, resultClass, leaseRef } = handoff;
  const finished = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const step = { path: worker.trajectory, "step-id": `${workerId}.${id}.${index}`, "issue-id": id };
  await premath(
    "harness-trajectory",
    "append",
    ...options({ ...step, action: "worker.loop", "result-class": resultClass }),
    ...repeated("--witness-ref", [own, policy, leaseRef, ...transport]),
    ...repeated("--lineage-ref", refs),
    ...options({ "finished-at": finished }),
  );
  const words = `worker=${workerId} ${done ? "closed" : "failed"} issue=${id}; lease_state=${state}; action=${action}`;
  const verified = [own, leaseRef, ...transport];
  await writeFeature(loop, { id, status: done ? "completed" : "blocked", summary: words, verified });
  const witnesses = [policy, leaseRef, ...transport];
  const after = done ? "claim next ready issue" : `recover: ${action}`;
  await writeSession(loop, { id, state: "stopped", summary: words, next: after, witnesses, lineage: refs });
  const [work, verify] = codes;
  if (done) say(`closed issue ${id}`);
  else
    say(`work/verify failed for ${id} (work_rc=${work}, verify_rc=${verify}, lease_state=${state}, action=${action})`);
  return done;
}

/** Carries out what a failed step asks for through the transport, as far as this worker may. */
async function recovered(
  { worker, premath }: Loop,
  raw: RawIssue | undefined,
  { id, lease, handoff }: { id: string; lease: string; handoff: Handoff },
): Promise<{ readonly handoff: Handoff; readonly transport: readonly string[] }> {
  const action = RENEWS[handoff.action];
  if (action === undefined) return { handoff, transport: [] };
  if (worker.transport === "local-repl") {
    const resultClass = "control_plane_host_action_mcp_transport_required";
    return { handoff: { ...handoff, resultClass }, transport: [] };
  }
  const leaseId = raw?.lease?.lease_id ?? lease;
  const assignee = raw?.lease?.owner ?? worker.workerId;
  const issuesPath = worker.issuesPath;
  const payload =
    action === "issue.lease_renew"
      ? { assignee, id, issuesPath, leaseId, leaseTtlSeconds: TTL }
      : { assignee, id, issuesPath, leaseId };
  const answer = await premath("transport-dispatch", "--action", action, "--payload", JSON.stringify(payload));
  const suffix = answer["result"] === "accepted" ? "dispatched" : "rejected";
  const digest = String(answer["semanticDigest"]);
  return {
    handoff: { ...handoff, resultClass: `${handoff.resultClass}_transport_${suffix}` },
    transport: [`transport://dispatch/${action}/${digest}`],
  };
}

async function writeSession(
  { worker, premath }: Loop,
  row: {
    readonly id: string;
    readonly state: "active" | "stopped";
    readonly summary: string;
    readonly next: string;
    readonly witnesses: readonly string[];
    readonly lineage: readonly string[];
  },
): Promise<void> {
  const { id, state, summary, next, witnesses } = row;
  const told = { summary, "next-step": next, issues: worker.issuesPath };
  await premath(
    "harness-session",
    "write",
    ...options({ path: worker.session, state, "issue-id": id, ...told }),
    ...repeated("--witness-ref", witnesses),
    ...repeated("--lineage-ref", row.lineage),
  );
}

async function writeFeature(
  { worker, premath }: Loop,
  row: { readonly id: string; readonly status: string; readonly summary: string; readonly verified: readonly string[] },
): Promise<void> {
  const { id, status, summary, verified } = row;
  const feature = { path: worker.ledger, "feature-id": id, status, "issue-id": id };
  await premath(
    "harness-feature",
    "write",
    ...options({ ...feature, summary, "session-ref": worker.session }),
    ...repeated("--verification-ref", verified),
  );
}

function repeated(name: string, values: readonly string[]): readonly string[] {
  return values.flatMap((value) => [name, value]);
}

function options(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
}

function policyText({ mode, reason, activeEpoch, supportUntil }: Lane): string {
  return `mode=${mode};reason=${reason};active_epoch=${activeEpoch};support_until=${supportUntil}`;
}

/** Every command has to end with 0 and one JSON object, or the loop is over: so it is in the reference. */
async function answerOf({ premathBin, worktree }: LoopWorker, args: readonly string[]): Promise<Answer> {
  const [program = "", ...words] = premathBin.split(" ");
  const ended = await runProcess(program, [...words, ...args, "--json"], { cwd: worktree, timeout: PATIENCE });
  const { code, stdout, stderr } = ended;
  if (code !== 0) throw new Error(`premath command failed (code=${code}): ${args.join(" ")}\n${stdout}\n${stderr}`);
  return JSON.parse(stdout) as Answer;
}

async function shell(command: string, cwd: string): Promise<number> {
  return (await runProcess("sh", ["-lc", command], { cwd, timeout: PATIENCE })).code ?? 1;
}

/** The last row of an issue in the file as it stands: the loop does not ask for it, it reads. */
function lastRow(path: string, id: string): RawIssue | undefined {
  const rows = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return rows.map((line) => JSON.parse(line) as RawIssue).findLast((row) => row.id === id);
}
