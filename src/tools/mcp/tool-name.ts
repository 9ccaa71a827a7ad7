import { digestText } from "#kernel";
import { sha256 } from "#platform";

/** What every provider takes as the name of a tool. */
const LONGEST = 64;
const DIGITS = 8;
const UNFIT = /[^A-Za-z0-9_-]/g;

/**
 * The name under which a server's tool is known here: letters, digits, `_` and `-`, at most 64 of them. The same for the same tool every
 * time; a name that had to be cut ends with digits of its digest. Two tools may come to the same name, which is for the caller to refuse.
 */
export function mcpToolName(server: string, tool: string): string {
  const fit = `mcp__${server}__${tool}`.toWellFormed().replace(UNFIT, "_");
  if (fit.length <= LONGEST) return fit;
  const digest = digestText(sha256, `${server}\0${tool}`.toWellFormed()).slice(-DIGITS);
  return `${fit.slice(0, LONGEST - DIGITS - 1)}_${digest}`;
}
