import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { killScene } from "./process-tree.ts";
import { CHECK_COMMAND, SCENE_VARIABLE, type Scene, WORK_COMMAND } from "./scene.ts";

export const PROGRAM = join(fileURLToPath(new URL("../../..", import.meta.url)), "bin/tusk");

/** Who is started: one worker, or two under a coordinator; and who works: a command, or our agent with a model at a port of this machine. */
export interface Started {
  readonly command: "run" | "coordinator";
  readonly workers?: number;
  readonly port?: number;
  /** A command waits so long before it works, as an agent waits for its model. */
  readonly waitSeconds?: number;
}

/** When it is killed, and whether all of it is or only the process that was started, which then leaves the others behind. */
export interface Kill {
  readonly moment:
    | { readonly kind: "time"; readonly ms: number }
    /** Right behind the nth row of a kind, or so much later; where it does not come, at the latest then. */
    | {
        readonly kind: "row";
        readonly row: string;
        readonly nth: number;
        readonly ms: number;
        readonly latestMs?: number;
      };
  readonly whole: boolean;
}

/** How a process ended. */
export interface RunEnd {
  readonly wasKilled: boolean;
  /** By its row, and not by the clock. */
  readonly wasByRow: boolean;
  readonly code: number | null;
  /** The last lines that it wrote. */
  readonly said: string;
  readonly seconds: number;
}

const SAID = 1500;

/** What whoever starts `tusk` in a scene has in its environment: nothing of ours but the way to programs. */
export function sceneEnvironment({ folder, mark }: Scene): NodeJS.ProcessEnv {
  const { PATH, LANG, TUSK_BUNDLE } = process.env;
  return {
    PATH,
    LANG,
    HOME: join(folder, "home"),
    TMPDIR: join(folder, "tmp"),
    TUSK_STATE_DIR: join(folder, "tusk"),
    ...(TUSK_BUNDLE === undefined ? {} : { TUSK_BUNDLE }),
    OPENAI_COMPATIBLE_API_KEY: "chaos",
    [SCENE_VARIABLE]: mark,
  };
}

/** Starts `tusk` in a scene and waits for its end, whoever makes it. */
export async function runTusk(scene: Scene, started: Started, kill?: Kill): Promise<RunEnd> {
  const begin = performance.now();
  const child = spawn(PROGRAM, [...wordsOf(started)], {
    cwd: scene.root,
    env: sceneEnvironment(scene),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let [wasKilled, said, rest]: [boolean, string, string] = [false, "", ""];
  let killing: Promise<void> | undefined;
  const timers: NodeJS.Timeout[] = [];
  const strike = (): void => {
    wasKilled = true;
    if (kill?.whole === true) killing ??= killScene(scene);
    else child.kill("SIGKILL");
  };
  const strikeAfter = (ms: number): void => void (ms === 0 ? strike() : timers.push(setTimeout(strike, ms)));
  if (kill?.moment.kind === "time") strikeAfter(kill.moment.ms);
  else if (kill?.moment.latestMs !== undefined) strikeAfter(kill.moment.latestMs);
  let wasByRow = false;
  const watch = rowWatch(kill, (ms) => {
    wasByRow = true;
    strikeAfter(ms);
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) watch(line);
    said = `${said}${text}`.slice(-SAID);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = `${said}${text}`.slice(-SAID)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (exit) => resolve(exit));
  });
  for (const timer of timers) clearTimeout(timer);
  await killing;
  child.stdout.destroy();
  child.stderr.destroy();
  return { wasKilled: wasKilled && code === null, wasByRow, code, said, seconds: (performance.now() - begin) / 1000 };
}

/** The words of a command line that starts it. */
export function wordsOf({ command, workers = 2, port, waitSeconds = 0 }: Started): readonly string[] {
  const who =
    port === undefined
      ? ["--work-cmd", waitSeconds === 0 ? WORK_COMMAND : `sleep ${waitSeconds}; ${WORK_COMMAND}`]
      : ["--model", "openai-compatible/scripted", "--base-url", `http://127.0.0.1:${port}/v1`];
  const many = command === "coordinator" ? ["--max-parallel", `${workers}`] : [];
  return [command, ...many, ...who, "--verify-cmd", CHECK_COMMAND, "--json"];
}

/** Hears the rows of workers as they are told: each is durable by then, and what follows from it has not begun. */
function rowWatch(kill: Kill | undefined, strikeAfter: (ms: number) => void): (line: string) => void {
  if (kill?.moment.kind !== "row") return () => undefined;
  const { row, nth, ms } = kill.moment;
  let seen = 0;
  return (line) => {
    if (!line.includes('"tusk.harness.row.v1"') || !line.includes(`"kind":"${row}"`)) return;
    seen += 1;
    if (seen === nth) strikeAfter(ms);
  };
}
