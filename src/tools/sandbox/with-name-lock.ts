import { setTimeout as after } from "node:timers/promises";
import { PortError } from "#ports";
import { codeOf } from "../workspace/file-failure.ts";

const WAIT_MS = 10_000;
const STEP_MS = 2;

/** Runs short work while nobody else does under the same name, in any process of this machine. A killed holder holds nothing. */
export async function withNameLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { createServer } = process.getBuiltinModule("node:net");
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const server = createServer();
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        // A name of no file: the system frees it with the process.
        server.listen({ path: `\0tusk-${name}` }, resolve);
      });
    } catch (error) {
      if (codeOf(error) !== "EADDRINUSE") throw error;
      if (Date.now() > until)
        throw new PortError("sandbox", "locked", `somebody holds ${name} for too long`, { cause: error });
      await after(STEP_MS);
      continue;
    }
    try {
      return await work();
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }
}
