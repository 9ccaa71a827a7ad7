import { execFileSync } from "node:child_process";

/** Makes a FIFO. Through the shell, because only it knows where the command lives. */
export function makeFifo(path: string): void {
  execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', path]);
}
