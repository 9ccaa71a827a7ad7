import { sha256 } from "../sha256.ts";

/** As long as a token may be without a digest: folder and ref names end at 255 bytes, with the names of git's locks. */
const MAX_LENGTH = 100;
const KEPT_LENGTH = 60;
const DIGEST_LENGTH = 32;
/** A dot stands for itself between a letter or digit and a digit: so there is no `..`, no `.lock` and none at an end. */
const PLAIN_DOT = /^[a-z0-9]\.[0-9]$/;

/**
 * An issue id as the name of a folder and the end of a branch name. Different ids have different tokens, even where case does not count: `_x` is a
 * capital letter, `_` with three digits any other byte, and `__` stands before the digest of an id that is too long.
 */
export function issueToken(issueId: string): string {
  const bytes = Buffer.from(issueId, "utf8").toString("latin1");
  const token = bytes === "" ? "_" : bytes.replaceAll(/[^a-z0-9]/g, escaped);
  if (token.length <= MAX_LENGTH) return token;
  return `${token.slice(0, KEPT_LENGTH)}__${sha256(issueId).slice(0, DIGEST_LENGTH)}`;
}

function escaped(character: string, at: number, whole: string): string {
  // A name that begins with a dash looks like an option.
  if (character === "-" && at > 0) return character;
  if (character === "." && at > 0 && PLAIN_DOT.test(whole.slice(at - 1, at + 2))) return character;
  if (/[A-Z]/.test(character)) return `_${character.toLowerCase()}`;
  return `_${String(character.charCodeAt(0)).padStart(3, "0")}`;
}
