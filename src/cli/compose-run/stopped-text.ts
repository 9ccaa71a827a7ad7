import type { RunWish } from "#ports";
import { harmless } from "../render/paper.ts";

/** Where a session is. */
export interface SessionPlace {
  readonly sessionId: string;
  readonly path: string;
}

/** What is said when the program ends at once: what was kept, and the command to run next (DESIGN 24). */
export function stoppedText(place: SessionPlace | undefined, wish: Pick<RunWish, "resumeFlags">): string {
  if (place === undefined) return "stopped before the agent began: nothing was sent or changed\n";
  return `stopped at once; ${goOn(place, wish)}`;
}

/** What is said when the output cannot be written, so that the run is stopped. */
export function unwritableText(
  code: string,
  place: SessionPlace | undefined,
  wish: Pick<RunWish, "resumeFlags" | "json">,
): string {
  const what = `the output cannot be written (${code}): the run is stopped`;
  // For people the end says how to go on; that of `--json` is on the output that cannot be written.
  return place === undefined || !wish.json ? `${what}\n` : `${what}; ${goOn(place, wish)}`;
}

function goOn({ sessionId, path }: SessionPlace, { resumeFlags }: Pick<RunWish, "resumeFlags">): string {
  const [id, kept, flags] = [sessionId, path, resumeFlags].map(harmless);
  return `go on with: tusk run --resume ${id}${flags}\n  session: ${kept} (what was written stays)\n`;
}
