import { readFileSync } from "node:fs";
import { isBelow } from "./is-below.ts";

/** The places below a folder where something else is mounted that may be changed: they are mounts of their own, with flags of their own. */
export function writableMountsBelow(folder: string, mountinfo: string = ownMounts()): readonly string[] {
  const rows = mountinfo.split("\n").map((line) => line.split(" "));
  const writable = rows.filter((row) => (row[5] ?? "").split(",").includes("rw")).map((row) => unescaped(row[4] ?? ""));
  return [...new Set(writable.filter((place) => isBelow(place, folder)))];
}

function ownMounts(): string {
  return readFileSync("/proc/self/mountinfo", "utf8");
}

/** The kernel writes spaces and the like in octal. */
function unescaped(word: string): string {
  return word.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
