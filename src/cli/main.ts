import { fstatSync } from "node:fs";
import type { AnyAction, CommandLine } from "./arguments.ts";
import type { ProgramName } from "./help.ts";
import { writeAll } from "./streams.ts";

/** Version of the reference whose commands `premath` stands in for. */
const REFERENCE_VERSION = "0.1.0";
/** Exit code when the machine did not allow it: a full disk, a folder without rights. */
const FAILED = 1;
/** Exit code for a bug in the harness; everything else ends in 0, 1 or 2. */
const BUG = 70;

/** Runs one command line and answers its exit code: 0 done, 1 refused or failed, 2 usage or unusable input. */
export async function main(name: ProgramName, version: string, argv: readonly string[]): Promise<number> {
  // The version is told without the table and its reader: it starts as fast as ever.
  if (argv[0] === "--version" || argv[0] === "-V") {
    writeAll(1, name === "tusk" ? `tusk ${version}\n` : `premath ${REFERENCE_VERSION} (tusk ${version})\n`);
    return 0;
  }
  const [{ HOST_ACTIONS }, { parseCommandLine }] = await Promise.all([import("#host"), import("./arguments.ts")]);
  const actions: readonly AnyAction[] = Object.values(HOST_ACTIONS);
  const line = parseCommandLine(argv, actions);
  switch (line.kind) {
    case "help":
      writeAll(line.asked ? 1 : 2, await helpText(name, line, actions));
      return line.asked ? 0 : 2;
    case "usage":
      writeAll(2, await (await import("./help.ts")).usageError(name, line));
      return 2;
    case "run":
      return runSafely(name, argv, line);
    default:
      return line satisfies never;
  }
}

async function helpText(
  name: ProgramName,
  { action, family }: Extract<CommandLine, { kind: "help" }>,
  actions: readonly AnyAction[],
): Promise<string> {
  const help = await import("./help.ts");
  if (action !== undefined) return help.actionHelp(name, action);
  return family === undefined ? help.programHelp(name, actions) : help.familyHelp(name, family, actions);
}

async function runSafely(
  name: ProgramName,
  argv: readonly string[],
  line: Extract<CommandLine, { kind: "run" }>,
): Promise<number> {
  const { runAction } = await import("./run.ts");
  const isTerminal = await standsOnTerminal(1);
  const terminal = {
    name,
    argv,
    isTerminal,
    warnsTerminal: () => standsOnTerminal(2),
    color: isTerminal && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb",
    print: (text: string) => writeAll(1, text),
    warn: (text: string) => writeAll(2, text),
  };
  try {
    return await runAction(line.action.id, line.args, terminal);
  } catch (error) {
    const failure = machineFailure(error);
    if (failure !== undefined) {
      writeAll(2, `error: ${failure}\n`);
      return FAILED;
    }
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    writeAll(
      2,
      `error: internal: ${what}\nThis is a bug in tusk. Nothing was changed. Please report it with the command you ran.\n`,
    );
    return BUG;
  }
}

/** One sentence for what the operating system refused; undefined for anything else, which is a bug. */
function machineFailure(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  return `the machine did not allow it: ${error.message}`;
}

/** Whether a person sees a stream. Loading `node:tty` costs as much as a small command, so files and pipes are told apart first. */
async function standsOnTerminal(descriptor: 1 | 2): Promise<boolean> {
  const stream = fstatSync(descriptor);
  // Character devices of major 1 are memory devices: /dev/null is the usual one.
  if (!stream.isCharacterDevice() || stream.rdev >> 8 === 1) return false;
  return (await import("node:tty")).isatty(descriptor);
}
