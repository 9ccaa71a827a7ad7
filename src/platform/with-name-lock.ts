import { setTimeout as after } from "node:timers/promises";

/** How long a name is waited for, and what is thrown when that was not long enough. */
export interface NameWait {
  readonly waitMs: number;
  readonly stepMs: number;
  readonly tooLong: (cause: unknown) => Error;
  /** Whether it is not wanted any more; then the same is thrown, and the work was not begun. */
  readonly isOff?: () => boolean;
}

/** Runs work while nobody else does under the same name, in any process of this machine. A killed holder holds nothing. */
export async function withNameLock<T>(
  name: string,
  { waitMs, stepMs, tooLong, isOff }: NameWait,
  work: () => Promise<T>,
): Promise<T> {
  const { createServer } = process.getBuiltinModule("node:net");
  const until = Date.now() + waitMs;
  for (;;) {
    const server = createServer();
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        // A name of no file: the system frees it with the process.
        server.listen({ path: `\0tusk-${name}` }, resolve);
      });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
      if (Date.now() > until || isOff?.() === true) throw tooLong(error);
      await after(stepMs + Math.random() * stepMs);
      continue;
    }
    try {
      return await work();
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }
}
