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
  const { spawnSync } = await import("node:child_process");
  const ask = (...args: readonly string[]) =>
    spawnSync("jj", ["--ignore-working-copy", ...args], { cwd: folder, encoding: "utf8", timeout: LIMIT_MS });
  const root = ask("root");
  if (root.error !== undefined && "code" in root.error && root.error.code === "ENOENT") return { state: "unavailable" };
  if (root.status !== 0) return { state: "error", repoRoot: undefined, error: said(root) };
  const repoRoot = root.stdout.trim();
  const head = ask("log", "--no-graph", "-r", "@", "-T", "change_id");
  if (head.status !== 0) return { state: "error", repoRoot, error: said(head) };
  return { state: "ready", repoRoot, headChangeId: head.stdout.trim() };
}

function said({ stderr, error }: { readonly stderr: string | null; readonly error?: Error }): string {
  const text = (stderr ?? "").trim() || (error?.message ?? "jj failed and said nothing");
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
