import { readdirSync, readFileSync } from "node:fs";

/** As a shell counts the end by an interrupt. */
const STOPPED = 130;
const PRESSING = ["SIGINT", "SIGTERM"] as const;

/** How a person stops a run: once, and it ends in good order; twice, and the program ends now. */
export interface StopSwitch {
  readonly signal: AbortSignal;
  /** The run is to end; asked for more than once it is still one wish. */
  ask(why: string): void;
  /** A person presses: the second time everything ends at once. */
  press(why: string): void;
  /** The program ends now. */
  now(): never;
  /** Signals do again what they do by themselves. */
  close(): void;
}

/** Takes the signals of this process until it is closed; `onNow` clears the screen and says how to go on before the program ends at once. */
export function stopSwitch(onNow: () => void): StopSwitch {
  const controller = new AbortController();
  let isPressed = false;
  const ask = (why: string): void => controller.abort(why);
  const press = (why: string): void => {
    if (isPressed) return stopNow(onNow);
    isPressed = true;
    ask(why);
  };
  const pressed = (name: NodeJS.Signals): void => press(`interrupted (${name})`);
  // A terminal that goes away tells it more than once.
  const hungUp = (): void => ask("the terminal is gone (SIGHUP)");
  for (const name of PRESSING) process.on(name, pressed);
  process.on("SIGHUP", hungUp);
  return {
    signal: controller.signal,
    ask,
    press,
    now: () => stopNow(onNow),
    close() {
      for (const name of PRESSING) process.off(name, pressed);
      process.off("SIGHUP", hungUp);
    },
  };
}

/** Nothing of ours runs any more when the program ends; the journal stays as it is, to be taken up. */
function stopNow(onNow: () => void): never {
  onNow();
  for (const pid of ownChildren()) {
    signal(-pid);
    signal(pid);
  }
  process.exit(STOPPED);
}

function signal(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It has ended, or leads no group.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

/** The processes that this one has started and that still run, where the system tells. */
function ownChildren(): readonly number[] {
  try {
    const lists = readdirSync("/proc/self/task").map((task) =>
      readFileSync(`/proc/self/task/${task}/children`, "utf8"),
    );
    return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
  } catch (error) {
    // No such list here: commands behind walls end with us all the same.
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}
