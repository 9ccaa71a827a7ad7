import { existsSync } from "node:fs";
import { oneLine } from "#kernel";
import { osErrorText, startChild } from "#platform";
import { type CommandEnd, PortError, type SandboxCommand } from "#ports";
import { captureOutput } from "../shell/capture.ts";
import { boundaryViolation } from "./boundary-violation.ts";
import { commandEnd, type CommandSetting } from "./command-end.ts";
import { shellWords } from "./command-environment.ts";
import { type Backend, endLaunch } from "./find-backends.ts";
import { readInitReport } from "./init-script.ts";
import type { LastingHold } from "./lasting-hold.ts";
import type { OutputPipes } from "./output-pipes.ts";
import type { WorkspaceState } from "./plan-walls.ts";
import { reportOf } from "./report-of.ts";
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
  readonly pipes: () => Promise<OutputPipes>;
}

/** Runs a command behind walls. Protected names are held while it runs; what it changed in spite of that is named in its row. */
export async function runWalled(setting: WalledSetting, command: SandboxCommand): Promise<CommandEnd> {
  const { workspace, watch, plan } = setting;
  const workdirReal = workspace.resolve(command.workdir);
  if (watch === undefined)
    return runBehind(setting, { command, workdirReal, walls: () => plan({ held: [], found: [] }) });
  return watch.hold.during((held) => {
    const found = watch.scan.entries();
    if (found.length > MOST_PROTECTED)
      throw boundaryViolation(
        `${found.length} protected paths in the workspace, more than can be closed (${MOST_PROTECTED}): remove those that are not needed, such as ${found.at(-1)?.path ?? ""}`,
      );
    const violations = (): readonly string[] => protectedChanges(found, watch.scan.entries(found));
    return runBehind(setting, { command, workdirReal, walls: () => plan({ held, found }), violations });
  });
}

/** Each is a mount, and bubblewrap takes so many words and no more. */
const MOST_PROTECTED = 1000;

interface Behind {
  readonly command: SandboxCommand;
  readonly workdirReal: string;
  /** Made anew for every start: what is masked depends on the moment. */
  readonly walls: () => WallPlan;
  /** Protected paths that the command has changed; absent where it can change none. */
  readonly violations?: () => readonly string[];
}

/** How often a start is tried again that met a socket which was gone meanwhile. */
const TRIES = 3;

async function runBehind(setting: WalledSetting, behind: Behind, tries = TRIES): Promise<CommandEnd> {
  const begun = performance.now();
  const { command, workdirReal, violations } = behind;
  const walls = behind.walls();
  const words = shellWords(setting.shell, command.command);
  const { child, pipes, program, argv } = await startBehind(setting, { walls, cwd: workdirReal, words });
  const { stdout, stderr } = pipes;
  const [report, trouble] = [reportOf(child.extra[0]), reportOf(child.stderr)];
  const { limits, onLine } = command;
  const capture = captureOutput({ stdout: stdout.reader, stderr: stderr.reader, limits, onLine });
  const end = await supervise({
    child,
    capture,
    stopper: spaceStopper(child),
    limits,
    signal: command.signal,
  });
  const { isReady, end: last } = readInitReport(report());
  const reason = trouble();
  if (!isReady && end.cause === undefined) {
    if (tries > 1 && hasGoneSocket(walls)) return runBehind(setting, behind, tries - 1);
    throw wallsFailed(setting, end, reason);
  }
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

/** Whether a socket that was to be masked is not there any more: then the walls could not be put up for no fault of theirs. */
function hasGoneSocket({ before, after }: WallPlan): boolean {
  return [...before, ...after].some(({ kind, path }) => kind === "masked_socket" && !existsSync(path));
}

interface Start {
  readonly walls: WallPlan;
  readonly cwd: string;
  readonly words: readonly string[];
}

/** Starts a command behind its walls. Where that fails nothing is left open. */
async function startBehind(setting: WalledSetting, { walls, cwd, words }: Start) {
  const pipes = await setting.pipes();
  try {
    const launch = setting.walls.launch({ plan: walls, cwd, command: words, folder: setting.folder });
    const { program, argv, table } = launch;
    const { stdout, stderr } = pipes;
    const child = await startChild({
      program,
      argv,
      cwd: setting.workspace.cwd,
      env: setting.env,
      detached: true,
      // What the backend itself has to say comes by a pipe of its own, and is no output of the command.
      output: { stdout: stdout.writer, stderr: "pipe" },
      extra: ["pipe", table ?? "ignore", stderr.writer],
    }).finally(() => endLaunch(launch));
    return { child, pipes, program, argv };
  } catch (error) {
    pipes.giveUp();
    throw error instanceof PortError
      ? error
      : boundaryViolation(`the command cannot be started: ${osErrorText(error)}`, error);
  } finally {
    pipes.handOver();
  }
}

function wallsFailed({ backend, profile }: WalledSetting, { code }: SupervisedEnd, trouble: string): Error {
  const reason = oneLine(trouble.trim().split("\n").slice(0, 3).join("; "));
  return boundaryViolation(`${backend.name} cannot enforce ${profile} (${code ?? "signal"}): ${reason}`);
}
