import type { CommandExit } from "#ports";

/** As `timeout` of coreutils ends when it had to end a command. */
const TIMED_OUT = 124;
/** As a shell counts the end by an interrupt. */
const INTERRUPTED = 130;
/** As a shell counts a command that was killed. */
const BY_SIGNAL: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };

/** The exit code that stands for a command's end: its own where it has one. */
export function exitCodeOf(exit: CommandExit): number {
  switch (exit.kind) {
    case "exited":
      return exit.code;
    case "signalled":
      return BY_SIGNAL[exit.signal] ?? 128;
    case "timed_out":
      return TIMED_OUT;
    case "output_limit":
      return 1;
    case "aborted":
      return INTERRUPTED;
    default:
      return exit satisfies never;
  }
}
