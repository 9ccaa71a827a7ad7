import { type KpiReport, kpiOf } from "#kernel";
import type { CoordinatorEnd, DemoStage } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { argumentsOf } from "../demo/arguments-of.ts";
import { type DemoKill, type DemoRefusal, DemoWatcher } from "../demo/demo-watcher.ts";
import { makeGround } from "../demo/make-ground.ts";
import { failed } from "../failed.ts";
import { below } from "../path-text.ts";
import { coordinateWatched } from "./coordinator.ts";
import { run as verify, type VerifyData } from "./verify.ts";

/** What a demonstration came to. */
export interface DemoData {
  readonly action: "demo";
  /** Everything it made is there, and stays. */
  readonly folder: string;
  readonly issues: number;
  readonly closed: readonly string[];
  readonly left: CoordinatorEnd["left"];
  /** Why the coordinator ended early, where it did. */
  readonly problem?: string;
  readonly refusals: readonly DemoRefusal[];
  readonly killed?: DemoKill;
  readonly kpi: Pick<KpiReport["ratios"], "gatePassRate" | "kpi"> & { readonly state: string };
  readonly verified: Pick<VerifyData, "result" | "walked" | "first">;
  /** The newest commits, one a line. */
  readonly commits: readonly string[];
  /** The program as a person may type it. */
  readonly program: string;
}

const WORKERS = "2";
/** The worker that takes this issue first is killed in the middle of it. */
const VICTIM = "tally-2";
/** The window of the KPI (contract 3.2). */
const WINDOW_HOURS = 24;
const CASSETTES = "demo/cassettes/{issue}.jsonl";

/**
 * The whole system at work on a small program, with a recorded model and without a network: five issues, two workers, one attempt that the
 * gate refuses, one worker that is killed -9 and taken up. Nothing of it is played: tools, sandbox, git and gate are those of every run.
 * Exit code 0 only where every issue is closed, what was killed was taken up, and everything verifies.
 */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<DemoData>> {
  const recordings = ports.ownPath(CASSETTES);
  if (recordings === undefined) return failed("the files of the demonstration are not installed", "install it whole");
  const opened = await ports.openDemo({ json: args.switches.has("json"), folder: args.operands[0] });
  if (!opened.ok) return { ok: false, message: `error: ${opened.reason}` };
  const { stage } = opened;
  try {
    return await onStage(stage, { recordings, profile: args.values.get("profile") }, ports);
  } finally {
    await stage.close();
  }
}

interface Setting {
  readonly recordings: string;
  readonly profile: string | undefined;
}

async function onStage(
  stage: DemoStage,
  { recordings, profile }: Setting,
  ports: HostPorts,
): Promise<Outcome<DemoData>> {
  const { folder } = stage;
  const issues = await makeGround(folder, stage.nodeFolder, ports);
  if (!issues.ok) return issues;
  const flags = { "max-parallel": WORKERS, model: `cassette:${recordings}` };
  const program = ports.ownProgram()?.join(" ") ?? "tusk";
  const words = Object.entries(flags).map(([name, value]) => `--${name} '${value}'`);
  stage.show(
    { kind: "ground", folder, issues: issues.data, command: `tusk coordinator ${words.join(" ")}` },
    ports.now(),
  );
  const watcher = new DemoWatcher(stage, VICTIM, ports);
  const config = below(folder, "tusk.config.json");
  const wish = argumentsOf({ ...flags, "repo-root": folder, config, ...(profile === undefined ? {} : { profile }) });
  const end = await coordinateWatched(wish, ports, () => Promise.resolve(watcher));
  if (!end.ok) return end;
  const looked = await lookBack(folder, ports);
  if (!looked.ok) return looked;
  const { closed, left, message } = end.data;
  const data: DemoData = {
    action: "demo",
    folder,
    issues: issues.data.length,
    closed,
    left,
    ...(message === undefined ? {} : { problem: message }),
    refusals: watcher.refusals,
    ...(watcher.killed === undefined ? {} : { killed: watcher.killed }),
    ...looked.data,
    program,
  };
  return isWhole(data) ? { ok: true, data } : { ok: true, data, exit: 1 };
}

/** What the commands that anybody may type say of it afterwards. */
async function lookBack(
  folder: string,
  ports: HostPorts,
): Promise<Outcome<Pick<DemoData, "kpi" | "verified" | "commits">>> {
  const state = below(folder, ".premath");
  const trajectory = below(state, "harness_trajectory.jsonl");
  const { ratios, decision } = kpiOf((await ports.readTrajectories()).recent(trajectory, WINDOW_HOURS).rows);
  const walked = await verify(argumentsOf({ state }), ports);
  if (!walked.ok) return walked;
  const { result, walked: counts, first } = walked.data;
  const log = await ports.runGit(folder, ["log", "--format=%h %s", "main"]);
  return {
    ok: true,
    data: {
      kpi: { gatePassRate: ratios.gatePassRate, kpi: ratios.kpi, state: decision.state },
      verified: { result, walked: counts, ...(first === undefined ? {} : { first }) },
      commits: log.ok ? log.text.split("\n") : [],
    },
  };
}

/** Whether everything that is promised has happened. */
function isWhole({ issues, closed, killed, refusals, verified }: DemoData): boolean {
  return (
    closed.length === issues && refusals.length > 0 && killed?.isTakenUp === true && verified.result === "accepted"
  );
}
