// Opens a sandbox, runs commands in it and says how they ended: a process of its own, so that it can be another user's, and be killed.
import { readFileSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { PortError, ToolFailed } from "#ports";
// Not the whole layer: this is started hundreds of times.
import { openSandbox } from "../../src/tools/sandbox/open-sandbox.ts";
import type { ChildEnd, ChildOrder, ChildReport } from "./sandbox-order.ts";

const order = JSON.parse(readFileSync(0, "utf8")) as ChildOrder;

/** What was thrown, as code and message. */
function thrown(error: unknown): { error: string; message: string } {
  if (error instanceof PortError || error instanceof ToolFailed) return { error: error.code, message: error.message };
  throw error;
}

async function work(): Promise<ChildReport> {
  const sandbox = await openSandbox(order.options);
  const runOne = async ({ command, workdir = ".", limits, abortMs, delayMs = 0 }: ChildOrder["commands"][number]) => {
    const defaults = { softMs: 20_000, hardMs: 1000, maxBytes: 1_000_000, headBytes: 20_000, tailBytes: 20_000 };
    const signal = abortMs === undefined ? new AbortController().signal : AbortSignal.timeout(abortMs);
    await after(delayMs);
    try {
      return (await sandbox.run({ command, workdir, limits: { ...defaults, ...limits }, signal })) as ChildEnd;
    } catch (error) {
      return thrown(error);
    }
  };
  const ends: ChildReport["ends"] = [];
  if (order.together === true) ends.push(...(await Promise.all(order.commands.map(runOne))));
  else for (const command of order.commands) ends.push(await runOne(command));
  sandbox.close();
  return { backend: sandbox.backend, attestation: sandbox.attestation, ends };
}

const report = await work().catch(thrown);
process.stdout.write(JSON.stringify(report));
