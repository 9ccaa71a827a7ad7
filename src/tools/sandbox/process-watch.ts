import { randomUUID } from "node:crypto";
import { startChild } from "#platform";
import { processesMarked } from "./process-tree.ts";

/** How the processes that are watched are known, for as long as they keep their environment. */
export interface WatchMark {
  /** The variable that every one of them carries. */
  readonly variable: string;
  /** What its values begin with: no other watch has the same. */
  readonly run?: string;
}

/**
 * Waits until we are gone, however we went, and then ends whoever still carries the mark. More than one round: a process shows no
 * environment while it becomes another program.
 */
const SCRIPT = `
while read -r _; do :; done
for round in 1 2 3 4 5; do
  for file in $(grep -lsF -- "$1" /proc/[0-9]*/environ); do
    process=\${file%/environ}
    kill -KILL "\${process#/proc/}" 2>/dev/null
  done
  sleep 0.05
done
exit 0
`;

/** Looks after processes for as long as we live, and ends what is left of them when we do not. */
export interface ProcessWatch {
  /** A mark for one more program: the variable to be given to it, and the text that its processes are found by. */
  mark(): { readonly env: Readonly<Record<string, string>>; readonly text: string };
  /** Ends the watch; what still carries a mark is ended with it. */
  close(): Promise<void>;
}

/** Starts the watch. It carries no mark itself, and leads a session of its own: what ends us does not end it first. */
export async function watchProcesses({ variable, run = randomUUID() }: WatchMark): Promise<ProcessWatch> {
  const child = await startChild({
    program: "/bin/sh",
    argv: ["-c", SCRIPT, "tusk-watch", `${variable}=${run}-`],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdin: "pipe",
    output: "ignore",
    detached: true,
  });
  child.stdin?.on("error", () => undefined);
  let programs = 0;
  return {
    mark() {
      // The end of the mark keeps the first from being taken for the tenth.
      const value = `${run}-${++programs}.`;
      return { env: { [variable]: value }, text: `${variable}=${value}` };
    },
    async close() {
      // Where nobody is left there is nothing to wait for.
      if (processesMarked(`${variable}=${run}-`).length === 0) child.kill("SIGKILL");
      child.stdin?.end();
      await child.exit;
    },
  };
}
