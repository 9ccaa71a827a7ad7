import { spawnSync } from "node:child_process";

/** One round of a child process: the baseline and the work, timed in turns. */
export interface Pair {
  readonly baseline: number;
  readonly work: number;
}

/** Times from a process of its own, where one piece of work is too short or waits too much to be timed from outside. */
export function pairsOf(args: () => readonly string[]): { readonly same: () => Pair; readonly next: () => Pair } {
  const waiting: Pair[] = [];
  const same = (): Pair => {
    if (waiting.length === 0) waiting.push(...measured(args()));
    const [first] = waiting;
    if (first === undefined) throw new Error("no round was measured");
    return first;
  };
  return {
    same,
    next: () => {
      const pair = same();
      waiting.shift();
      return pair;
    },
  };
}

/** Lines of `<baseline ms> <work ms>`. */
function measured(args: readonly string[]): readonly Pair[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}: ${stderr}`);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [baseline = Number.NaN, work = Number.NaN] = line.split(" ").map(Number);
      return { baseline, work };
    });
}
