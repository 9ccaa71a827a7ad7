import { readdirSync, readFileSync } from "node:fs";
import { quietly } from "../workspace/quietly.ts";

/** The processes that a process has started and that still run, nearest first. Any of them may end while it is looked at. */
export function childrenOf(pid: number): readonly number[] {
  return quietly([], () =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      quietly([], () => numbersIn(readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8"))),
    ),
  );
}

/** All that came of a process. Of the first process of a process space that is everything in it: whoever loses its parent is its child. */
export function descendantsOf(pid: number): readonly number[] {
  const children = childrenOf(pid);
  return [...children, ...children.flatMap(descendantsOf)];
}

/** Every process of ours that was started with these bytes in its environment, and has not thrown them away. */
export function processesMarked(mark: string): readonly number[] {
  return processesWhere((folder) => readFileSync(`${folder}/environ`).includes(mark));
}

/** What every process of ours carries in a variable that it was started with; those without it are left out. */
export function markedProcesses(variable: string): readonly { readonly pid: number; readonly value: string }[] {
  const begin = `\0${variable}=`;
  return processesWhere(() => true).flatMap((pid) => {
    const text = quietly("", () => `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}\0`);
    const at = text.indexOf(begin);
    const from = at + begin.length;
    return at < 0 ? [] : [{ pid, value: text.slice(from, text.indexOf("\0", from)) }];
  });
}

/** Those that a process came of, nearest first. */
export function ancestorsOf(pid: number): readonly number[] {
  const stat = quietly("", () => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
  return parent > 0 ? [parent, ...ancestorsOf(parent)] : [];
}

/** Every process that has a word on its command line. */
export function processesWith(word: string): readonly number[] {
  return processesWhere((folder) => readFileSync(`${folder}/cmdline`, "utf8").split("\0").includes(word));
}

function processesWhere(is: (folder: string) => boolean): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => quietly(false, () => is(`/proc/${name}`)))
    .map(Number);
}

/** Signals processes or groups (as negative numbers); those that are gone need none. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) quietly(true, () => process.kill(pid, signal));
}

function numbersIn(text: string): readonly number[] {
  return text
    .split(" ")
    .filter((word) => word !== "")
    .map(Number);
}
