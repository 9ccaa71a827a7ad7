import { randomUUID } from "node:crypto";
import { osErrorText, startChild } from "#platform";
import type { CommandEnd, SandboxCommand } from "#ports";
import { captureOutput } from "../shell/capture.ts";
import { boundaryViolation } from "./boundary-violation.ts";
import { commandEnd, type CommandSetting } from "./command-end.ts";
import { shellWords } from "./command-environment.ts";
import type { OutputPipes } from "./output-pipes.ts";
import { groupStopper } from "./stopper.ts";
import { commandExit, supervise } from "./supervise.ts";
import { trustedProgram } from "./trusted-program.ts";
import type { WorkspaceFolder } from "./workspace-folder.ts";

/** What stands ready for the commands of a profile without walls of ours. */
export interface BareSetting extends CommandSetting {
  readonly workspace: WorkspaceFolder;
  readonly pipes: () => Promise<OutputPipes>;
}

/** By this name every process of a command is known for as long as it keeps its environment. */
const MARK = "TUSK_COMMAND";

/** Runs a command without walls, in a session of its own; what carries its mark is ended with it. */
export async function runBare(setting: BareSetting, command: SandboxCommand): Promise<CommandEnd> {
  const workdirReal = setting.workspace.resolve(command.workdir);
  const begun = performance.now();
  const [program, ...argv] = tiedToUs(shellWords(setting.shell, command.command));
  const mark = randomUUID();
  const env = { ...setting.env, [MARK]: mark };
  const { stdout, stderr, handOver, giveUp } = await setting.pipes();
  const output = { stdout: stdout.writer, stderr: stderr.writer };
  const child = await startChild({ program, argv, cwd: workdirReal, env, detached: true, output })
    .catch((error: unknown) => {
      giveUp();
      throw boundaryViolation(`the command cannot be started: ${osErrorText(error)}`, error);
    })
    .finally(handOver);
  const { limits, onLine } = command;
  const capture = captureOutput({ stdout: stdout.reader, stderr: stderr.reader, limits, onLine });
  const stopper = groupStopper(child, `${MARK}=${mark}`);
  const end = await supervise({ child, capture, stopper, limits, signal: command.signal });
  // The mark is another one each time, and no part of what the command may reach.
  return commandEnd(
    { ...setting, env: { ...setting.env, [MARK]: "" } },
    {
      command,
      workdirReal,
      walls: undefined,
      argv: [program, ...argv],
      exit: commandExit(end),
      stdout: end.stdout,
      stderr: end.stderr,
      survivorsKilled: undefined,
      durationMs: Math.round(performance.now() - begun),
    },
  );
}

/** The leader ends with us where setpriv is there to see to it. */
function tiedToUs(words: readonly string[]): readonly [string, ...string[]] {
  const setpriv = trustedProgram("setpriv");
  const [shell = "/bin/sh", ...rest] = words;
  return setpriv === undefined ? [shell, ...rest] : [setpriv, "--pdeathsig", "KILL", "--", shell, ...rest];
}
