import { existsSync } from "node:fs";
import { FileLock } from "../lock/file-lock.ts";

/** Whether a process holds a journal to write it: `held`, `free`, or `missing` where there is none. Nothing is waited for, and nothing stays locked. */
export function journalHolder(path: string): "held" | "free" | "missing" {
  if (!existsSync(path)) return "missing";
  if (!existsSync(`${path}.lock`)) return "free";
  const lock = new FileLock(`${path}.lock`, "never");
  try {
    return lock.tryTake() === "busy" ? "held" : "free";
  } finally {
    lock.close();
  }
}
