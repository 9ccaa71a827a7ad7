import type { CommitDraft } from "#ports";
import { repositoryError } from "./repository-error.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9-]*$/;
const LINE = /^([A-Za-z0-9][A-Za-z0-9-]*): (.*)$/;

/** The trailer that says which issue a commit is of. */
export const ISSUE_TRAILER = "Tusk-Issue";
/** Those that say who verified its tree, and in which step. */
const VERIFIED_TRAILERS: ReadonlySet<string> = new Set(["Tusk-Step", "Tusk-Witness"]);

/** A value as a trailer has it: one line. The same value is written and looked for. */
export function trailerValue(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The whole message of a commit: the draft's words, an empty line, one line for each trailer. */
export function commitMessage({ message, trailers }: Pick<CommitDraft, "message" | "trailers">): string {
  const bad = trailers.find(([name]) => !NAME.test(name))?.[0];
  if (bad !== undefined)
    throw repositoryError("git_failed", `${JSON.stringify(bad)} is no name of a trailer: letters, digits and dashes`);
  const words = message.replaceAll("\0", " ").trim();
  const head = words === "" ? "" : `${words}\n\n`;
  return `${head}${trailers.map(([name, value]) => `${name}: ${trailerValue(value)}\n`).join("")}`;
}

/** The trailers of a message: its last paragraph, where every line of it is one. Of a name that is there twice, the last counts. */
export function trailersOf(message: string): Readonly<Record<string, string>> {
  const lines = (
    message
      .trimEnd()
      .split(/\n[ \t]*\n/)
      .at(-1) ?? ""
  )
    .split("\n")
    .map((line) => LINE.exec(line));
  if (!lines.every((line) => line !== null)) return {};
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
}

/** A message without what it says of the verification of its tree: it gets another tree. Every other word stays. */
export function unverified(message: string): string {
  if (!Object.keys(trailersOf(message)).some((name) => VERIFIED_TRAILERS.has(name))) return message;
  const lines = message.trimEnd().split("\n");
  const last = lines.findLastIndex((line) => line.trim() === "");
  const isKept = (line: string, at: number): boolean =>
    at <= last || !VERIFIED_TRAILERS.has(LINE.exec(line)?.[1] ?? "");
  return `${lines.filter(isKept).join("\n")}\n`;
}
