import { randomUUID } from "node:crypto";
import { startChild } from "#platform";

/** The variable by which every process of a server is known for as long as it keeps its environment. */
const MARK = "TUSK_MCP";

/**
 * Waits until we are gone, however we went, and then ends whoever still carries the mark. More than one round: a process shows no
 * environment while it becomes another program.
 */
const SCRIPT = `
while read -r _; do :; done
for round in 1 2 3 4 5; do
  for process in /proc/[0-9]*; do
    grep -qsF -- "$1" "$process/environ" && kill -KILL "\${process#/proc/}" 2>/dev/null
  done
done
exit 0
`;

/** Looks after the processes of servers for as long as we live, and ends what is left of them when we do not. */
export interface ProcessWatch {
  /** A mark for one more server: the variable to be given to it, and the text that its processes are found by. */
  mark(): { readonly env: Readonly<Record<string, string>>; readonly text: string };
  /** Ends the watch; what still carries a mark is ended with it. */
  close(): Promise<void>;
}

/** Starts the watch. It carries no mark itself, and leads a session of its own: what ends us does not end it first. */
export async function watchProcesses(): Promise<ProcessWatch> {
  const run = randomUUID();
  const child = await startChild({
    program: "/bin/sh",
    argv: ["-c", SCRIPT, "tusk-mcp-watch", `${MARK}=${run}-`],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdin: "pipe",
    output: "ignore",
    detached: true,
  });
  child.stdin?.on("error", () => undefined);
  let servers = 0;
  return {
    mark() {
      // The end of the mark keeps the first server from being taken for the tenth.
      const value = `${run}-${++servers}.`;
      return { env: { [MARK]: value }, text: `${MARK}=${value}` };
    },
    async close() {
      child.stdin?.end();
      await child.exit;
    },
  };
}
