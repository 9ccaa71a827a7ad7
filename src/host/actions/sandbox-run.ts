import { type CommandEnd, type CommandLimits, PortError, ToolFailed } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { exitCodeOf } from "../exit-code.ts";
import { failed, unusable } from "../failed.ts";
import { wholeNumber } from "../given.ts";
import { sandboxWish, withSandbox } from "../sandbox-wish.ts";

/** How a command ended that a person had run: what a model would be shown, and the row that evidence would hold. */
export interface SandboxRunData extends CommandEnd {
  readonly command: string;
}

/** How long a command has to clear up after it was told to stop. */
const GRACE_MS = 5000;
/** What the shell tool keeps of each stream, too. */
const KEPT = { headBytes: 8 * 1024, tailBytes: 16 * 1024 };

/** Runs a command to its end; its lines are shown as they come, unless the answer is wanted as JSON. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<SandboxRunData>> {
  const wish = sandboxWish(args, ports);
  if (!wish.ok) return wish;
  const signal = ports.interruption();
  const command = shellLine(args.operands);
  try {
    const end = await withSandbox(await ports.openSandbox(wish.data), (sandbox) =>
      sandbox.run({
        command,
        workdir: ".",
        limits: limitsOf(args),
        signal,
        ...(args.switches.has("json") ? {} : { onLine: ports.tellLine }),
      }),
    );
    return { ok: true, data: { command, ...end }, exit: end.row.violations.length > 0 ? 1 : exitCodeOf(end.exit) };
  } catch (error) {
    if (error instanceof ToolFailed) return unusable(error.message);
    if (error instanceof PortError) return failed(error.message, "'tusk sandbox check' says which walls stand here");
    throw error;
  }
}

/** One word is a line for the shell; several are a program and its words, none of which the shell reads. */
function shellLine(words: readonly string[]): string {
  const [only = ""] = words;
  return words.length === 1 ? only : words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

function limitsOf(args: Arguments): CommandLimits {
  const softMs = (wholeNumber(args, "timeout") ?? 0) * 1000;
  return { softMs, hardMs: GRACE_MS, maxBytes: wholeNumber(args, "max-bytes") ?? 0, ...KEPT };
}
