import type { AppendFile } from "./append-file.ts";
import type { OpenStore } from "./open-store.ts";
import { quarantine } from "./quarantine.ts";

const NEWLINE = 0x0a;

/** Moves a torn last line to quarantine: a writer died while it wrote. Nothing behind it is lost, because nothing is behind it (ENGINE 4). */
export function healTornTail(store: OpenStore, file: AppendFile, offset: number): void {
  store.mustBeAlone();
  const kept = quarantine(store.paths, file.path, file.read(offset), store.now());
  file.truncate(offset);
  store.say("torn_tail", `a torn last line of ${store.paths.given} was moved to ${kept}`);
}

/** Ends a last line that lacks only its newline, so that what is appended starts a line of its own. Answers where the next one starts. */
export function endLastLine(file: AppendFile, end: number): number {
  if (end === 0 || file.read(end - 1, 1)[0] === NEWLINE) return end;
  return file.append(Uint8Array.of(NEWLINE), true) + 1;
}
