import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Case } from "./cases.ts";
import type { Work } from "./measure.ts";

const RUN = fileURLToPath(new URL("run-commands.ts", import.meta.url));
/** Commands in one sample: starting the program that runs them takes longer than ten of them. */
const COMMANDS = 10;
const BACKENDS = ["bwrap", "unshare"].filter((name) => existsSync(`/usr/bin/${name}`));

/** What walls cost: all of them around a bare `sh -c`, and a whole command of the shell tool against the same shell without walls (T05). */
export function sandboxCases(): readonly Case[] {
  const common = { bytes: 0, samples: 5, short: false };
  return BACKENDS.flatMap((backend) => [
    {
      ...common,
      name: `sandbox start, ${backend}`,
      work: commands("start", backend),
      baseline: commands("start", "none"),
      baselineName: "node, sh -c true",
      goal: 6,
    },
    {
      ...common,
      name: `sandbox command, ${backend}`,
      work: commands("command", backend),
      baseline: commands("command", "none"),
      baselineName: "node, bash -lc true",
    },
  ]);
}

/** Times commands from inside the process that runs them: its own start is not what is measured. */
function commands(what: "start" | "command", by: string): Work {
  return () => {
    const args = [RUN, what, by, `${COMMANDS}`];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    const ms = Number(stdout);
    if (status !== 0 || !(ms > 0)) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
    return { ms, peakBytes: undefined };
  };
}
