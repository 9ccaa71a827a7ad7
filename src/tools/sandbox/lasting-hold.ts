import { type HeldPlace, type Hold, holdNames } from "./held-names.ts";

/** Holds names for the commands of one sandbox. */
export interface LastingHold {
  /** Runs work while the names are held. */
  during<T>(work: (paths: readonly string[]) => Promise<T>): Promise<T>;
  close(): void;
}

/** How long names stay held after a command: the next one often comes soon, and making folders takes as long as starting a process. */
const LINGER_MS = 2000;

/** Shares one hold among commands that run beside or shortly after each other. It is given up when the process ends, too. */
export function lastingHold(place: HeldPlace): LastingHold {
  let hold: Promise<Hold> | undefined;
  let held: Hold | undefined;
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  const release = (): void => {
    clearTimeout(timer);
    held?.release();
    process.off("exit", release);
    hold = held = undefined;
  };
  const take = async (): Promise<Hold> => {
    held = await holdNames(place);
    process.once("exit", release);
    return held;
  };
  return {
    async during(work) {
      clearTimeout(timer);
      // Somebody may have cleared them away since.
      if (running === 0 && held?.stands() === false) release();
      running++;
      try {
        const { paths } = await (hold ??= take());
        return await work(paths);
      } finally {
        running--;
        if (held === undefined) hold = undefined;
        else if (running === 0) timer = setTimeout(release, LINGER_MS).unref();
      }
    },
    close: release,
  };
}
