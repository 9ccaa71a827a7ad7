import { setTimeout as after } from "node:timers/promises";
import { childrenOf, descendantsOf, processesMarked, signalAll } from "./process-tree.ts";

/** The first process of a command, as far as stopping it goes. Spelled out: the library's types reach here, and know nothing of Node's. */
export interface Stoppable {
  readonly pid: number;
  /** Settles when it has ended. */
  readonly exit: Promise<unknown>;
  kill(signal: "SIGKILL"): void;
}

/** How the processes of one command are told to stop, and stopped. */
export interface Stopper {
  /** Asks every one of them, so that handlers run. */
  ask(): void;
  /** Ends every one of them. */
  force(): void;
  /** After the end of the first one: nothing is left when this resolves. Says how many it had to end; undefined where nobody can know. */
  clear(): Promise<number | undefined>;
}

/** When the first process of a space cannot be ended, the one that waits for it is: the system ends the first with it. */
const FALLBACK_MS = 500;

const ASK_AGAIN_MS = 20;

/** For a command in a process space of its own: all of it ends with the space's first process. */
export function spaceStopper(child: Stoppable): Stopper {
  const first = (): readonly number[] => childrenOf(child.pid);
  let forced: number | undefined;
  const ask = (): void => {
    const running = first().flatMap(descendantsOf);
    signalAll(running, "SIGTERM");
    // The walls may still be going up: whoever comes to run behind them is asked, too.
    if (running.length > 0) return;
    const again = setTimeout(ask, ASK_AGAIN_MS);
    void child.exit.then(() => clearTimeout(again));
  };
  return {
    ask,
    force() {
      forced ??= first().flatMap(descendantsOf).length;
      signalAll(first(), "SIGKILL");
      const timer = setTimeout(() => child.kill("SIGKILL"), FALLBACK_MS);
      void child.exit.then(() => clearTimeout(timer));
    },
    clear: () => Promise.resolve(forced),
  };
}

const ROUNDS = 50;
const QUIET_ROUNDS = 3;
const ROUND_MS = 5;

/**
 * For a command without walls: its process group, and whoever carries its mark in the environment. A process that leaves the group
 * and throws its environment away is not found.
 */
export function groupStopper(child: Stoppable, mark: string): Stopper {
  const all = (signal: NodeJS.Signals): void => signalAll([-child.pid, ...processesMarked(mark)], signal);
  return {
    ask: () => all("SIGTERM"),
    force: () => all("SIGKILL"),
    async clear() {
      // A process shows no environment while it becomes another program: one look is not enough.
      for (let round = 0, quiet = 0; round < ROUNDS && quiet < QUIET_ROUNDS; round++) {
        quiet = processesMarked(mark).length === 0 ? quiet + 1 : 0;
        all("SIGKILL");
        await after(ROUND_MS);
      }
      return undefined;
    },
  };
}
