import { startChild } from "#platform";
import type { CommandEnd, SandboxCommand } from "#ports";
import { captureOutput } from "../shell/capture.ts";
import { boundaryViolation } from "./boundary-violation.ts";
import { pipesOf, reportOf } from "./child-pipes.ts";
import { commandEnd, type CommandSetting } from "./command-end.ts";
import { shellWords } from "./command-environment.ts";
import { type Backend, endLaunch } from "./find-backends.ts";
import { readInitReport } from "./init-script.ts";
import type { LastingHold } from "./lasting-hold.ts";
import type { WorkspaceState } from "./plan-walls.ts";
import { protectedChanges, type ProtectedScan } from "./scan-protected.ts";
import { spaceStopper } from "./stopper.ts";
import { commandExit, supervise, type SupervisedEnd } from "./supervise.ts";
import type { WallPlan } from "./wall.ts";
import type { WorkspaceFolder } from "./workspace-folder.ts";

/** Watches over protected paths of a workspace that commands may change. */
export interface Watch {
  readonly scan: ProtectedScan;
  readonly hold: LastingHold;
}

/** What stands ready for the commands of a sandbox with walls. */
export interface WalledSetting extends CommandSetting {
  readonly walls: Backend;
  readonly workspace: WorkspaceFolder;
  readonly plan: (state: WorkspaceState) => WallPlan;
  /** Undefined where the workspace cannot be changed at all. */
  readonly watch: Watch | undefined;
  readonly folder: string;
}

/** Runs a command behind walls. Protected names are held while it runs; what it changed in spite of that is named in its row. */
export async function runWalled(setting: WalledSetting, command: SandboxCommand): Promise<CommandEnd> {
  const { workspace, watch, plan } = setting;
  const workdirReal = workspace.resolve(command.workdir);
  if (watch === undefined) return runBehind(setting, { command, workdirReal, walls: plan({ held: [], found: [] }) });
  return watch.hold.during((held) => {
    const found = watch.scan.entries();
    const violations = (): readonly string[] => protectedChanges(found, watch.scan.entries());
    return runBehind(setting, { command, workdirReal, walls: plan({ held, found }), violations });
  });
}

interface Behind {
  readonly command: SandboxCommand;
  readonly workdirReal: string;
  readonly walls: WallPlan;
  /** Protected paths that the command has changed; absent where it can change none. */
  readonly violations?: () => readonly string[];
}

async function runBehind(setting: WalledSetting, behind: Behind): Promise<CommandEnd> {
  const begun = performance.now();
  const { command, workdirReal, walls, violations } = behind;
  const words = shellWords(setting.shell, command.command);
  const launch = setting.walls.launch({ plan: walls, cwd: workdirReal, command: words, folder: setting.folder });
  const { program, argv, table } = launch;
  const child = await startChild({
    program,
    argv,
    cwd: setting.workspace.cwd,
    env: setting.env,
    detached: true,
    extra: ["pipe", ...(table === undefined ? [] : [table])],
  }).finally(() => endLaunch(launch));
  const report = reportOf(child.extra[0]);
  const capture = captureOutput({ ...pipesOf(child), limits: command.limits, onLine: command.onLine });
  const end = await supervise({
    child,
    capture,
    stopper: spaceStopper(child),
    limits: command.limits,
    signal: command.signal,
  });
  const { isReady, end: last } = readInitReport(report());
  if (!isReady && end.cause === undefined) throw wallsFailed(setting, end);
  return commandEnd(setting, {
    command,
    workdirReal,
    walls,
    argv: [program, ...argv],
    exit: commandExit({ cause: end.cause, code: last?.code, signal: end.signal ?? "SIGKILL" }),
    stdout: end.stdout,
    stderr: end.stderr,
    survivorsKilled: last?.survivors ?? end.ended,
    ...(violations && { violations: violations() }),
    durationMs: Math.round(performance.now() - begun),
  });
}

function wallsFailed({ backend, profile }: WalledSetting, { stderr, code }: SupervisedEnd): Error {
  const reason = stderr.text.trim().split("\n").slice(0, 3).join("; ");
  return boundaryViolation(`${backend.name} cannot enforce ${profile} (${code ?? "signal"}): ${reason}`);
}
