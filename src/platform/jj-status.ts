import { type ProgramEnd, runProgram } from "./run-program.ts";

/** What the version control system jj says of a folder: not installed, the change that is worked on, or why it cannot tell. */
export type JjStatus =
  | { readonly state: "unavailable" }
  | { readonly state: "ready"; readonly repoRoot: string; readonly headChangeId: string }
  | { readonly state: "error"; readonly repoRoot: string | undefined; readonly error: string };

const LIMIT_MS = 5000;
/** How much of jj's own words is passed on. */
const SHOWN = 300;

/** Asks jj; a machine without it answers at once. */
export async function jjStatus(folder: string): Promise<JjStatus> {
  const ask = (...args: readonly string[]): Promise<ProgramEnd> =>
    runProgram("jj", ["--ignore-working-copy", ...args], { cwd: folder, limitMs: LIMIT_MS });
  const root = await ask("root");
  if (root.kind === "missing") return { state: "unavailable" };
  if (root.kind !== "ended" || root.code !== 0) return { state: "error", repoRoot: undefined, error: said(root) };
  const repoRoot = root.stdout.trim();
  const head = await ask("log", "--no-graph", "-r", "@", "-T", "change_id");
  if (head.kind !== "ended" || head.code !== 0) return { state: "error", repoRoot, error: said(head) };
  return { state: "ready", repoRoot, headChangeId: head.stdout.trim() };
}

function said(end: ProgramEnd): string {
  const words = end.kind === "ended" ? end.stderr.trim() : end.kind === "not_started" ? end.reason : "";
  const text = words || "jj failed and said nothing";
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
