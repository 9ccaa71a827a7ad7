import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { SCENE_VARIABLE, type Scene } from "./scene.ts";

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** In the scene by its own word or by where it works. */
  readonly isMarked: boolean;
}

/** Every process of a scene that runs, by what it says, where it works, or whose it is: those behind walls say nothing. */
export function processesOf(scene: Scene): readonly number[] {
  const all = runningProcesses(scene);
  const found = new Set(all.flatMap(({ pid, isMarked }) => (isMarked ? [pid] : [])));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Kills everything of a scene at one moment: all are stopped before the first is killed, so that nobody sees another one die. */
export async function killScene(scene: Scene): Promise<void> {
  const stopped = new Set<number>();
  for (let before = -1; before !== stopped.size;) {
    before = stopped.size;
    for (const pid of processesOf(scene)) {
      if (!stopped.has(pid)) signal(pid, "SIGSTOP");
      stopped.add(pid);
    }
  }
  for (const pid of stopped) signal(pid, "SIGKILL");
  await gone(scene);
}

const PATIENCE_MS = 10_000;

/** Waits until nothing of a scene runs. Answers what still does. */
export async function gone(scene: Scene, patienceMs = PATIENCE_MS): Promise<readonly string[]> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const left = processesOf(scene);
    if (left.length === 0 || Date.now() > until) return left.map(describe);
    await sleep(10);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function runningProcesses({ mark, folder }: Scene): readonly Process[] {
  const said = `${SCENE_VARIABLE}=${mark}`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name): readonly Process[] => {
      const stat = readOr(() => readFileSync(`/proc/${name}/stat`, "utf8"));
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // One that only waits to be collected has ended.
      if (stat === "" || state === "Z" || state === "X") return [];
      const words = readOr(() => readFileSync(`/proc/${name}/environ`, "latin1")).split("\0");
      const cwd = readOr(() => readlinkSync(`/proc/${name}/cwd`));
      const isMarked = words.includes(said) || `${cwd}/`.startsWith(`${folder}/`);
      return [{ pid: Number(name), parent: Number(parent), isMarked }];
    });
}

function describe(pid: number): string {
  return `${pid} ${readOr(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"))
    .replaceAll("\0", " ")
    .slice(0, 200)}`;
}

function readOr(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && "code" in error) return "";
    throw error;
  }
}
