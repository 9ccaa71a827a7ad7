import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import type { StorePaths } from "./store-paths.ts";

/** The bytes of an issue file. Never waits: what is no plain file, a FIFO say, is an error. */
export function readWhole({ issues }: StorePaths): Buffer {
  const descriptor = openSync(issues, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor);
    // Of a folder the read itself says what is wrong.
    if (!stat.isFile() && !stat.isDirectory()) throw NO_FILE;
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Throws when something stands where the issue file should be and is none; nothing at all may become one. */
export function refuseOther({ issues }: StorePaths): void {
  const stat = statSync(issues, { throwIfNoEntry: false });
  if (stat === undefined || stat.isFile()) return;
  throw stat.isDirectory() ? IS_FOLDER : NO_FILE;
}

const NO_FILE = Object.assign(new Error("not a regular file"), { errno: 0 });
const IS_FOLDER = Object.assign(new Error("a folder"), { errno: -21 });
