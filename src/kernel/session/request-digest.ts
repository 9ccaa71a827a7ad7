import { type Digest, digestText, type Sha256 } from "../digest/digest.ts";
import type { RunTerms } from "./session-event.ts";

/** What a request is made of, as rows say it. */
export interface RequestSource {
  /** The digest of the request before, or of the policies where there was none. */
  readonly head: string;
  /** What came after that one, in order: words, replies by digest, answers. */
  readonly since: readonly string[];
  readonly specDigest: string;
  readonly terms: Pick<RunTerms, "modelRef" | "system" | "instructions" | "outputTokens">;
  readonly leftOut: number;
  readonly notes: readonly string[];
}

/** The digest of a request: the history is named by the request before and what came after it, so that no turn reads all of it again (R21). */
export function sessionRequestDigest(source: RequestSource, sha256: Sha256): Digest {
  const { head, since, specDigest, terms, leftOut, notes } = source;
  const { modelRef, system, instructions, outputTokens } = terms;
  // How many there are is said only where there are any: requests without them keep their digests.
  const files = instructions === undefined ? "" : ` ${instructions.length}`;
  let text = `tusk.request.v1 ${outputTokens} ${leftOut} ${notes.length} ${since.length}${files}\n${head}\n${specDigest}\n`;
  // Each part with its length: two lists of parts never make the same text.
  text += part(modelRef) + part(system);
  for (const { path, digest } of instructions ?? []) text += part(path) + part(digest);
  for (const note of notes) text += part(note);
  for (const said of since) text += part(said);
  return digestText(sha256, text);
}

function part(text: string): string {
  return `${text.length}:${text}`;
}
