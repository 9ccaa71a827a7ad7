import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes an issue file of `count` rows of about 600 bytes, `ready` of them ready; of the others a third is closed and the rest blocked. */
export function writeIssueRows(folder: string, count: number, ready: number): string {
  mkdirSync(folder, { recursive: true });
  const rows = Array.from({ length: count }, (_, at) => issueRow(at + 1, ready));
  const path = join(folder, "issues.jsonl");
  writeFileSync(path, `${rows.toSorted().join("\n")}\n`);
  return path;
}

function issueRow(n: number, ready: number): string {
  const id = `bd-${n}`;
  const isReady = n <= ready;
  const status = !isReady && n % 3 === 0 ? "closed" : "open";
  const blocker = { issue_id: id, depends_on_id: `bd-${1 + (n % ready)}`, type: "blocks" };
  return JSON.stringify({
    id,
    title: `Issue number ${n} does one thing and says which`,
    description: `Acceptance:\n- it works\n\n- \`python3 -m pytest\`\n${"and more words about it. ".repeat(12)}`,
    status,
    priority: n % 5,
    issue_type: "task",
    created_at: "2026-02-01T00:00:00Z",
    updated_at: "2026-02-01T00:00:00.123456Z",
    ...(status === "closed" ? { closed_at: "2026-02-02T00:00:00Z" } : {}),
    ephemeral: false,
    ...(isReady || status === "closed" ? {} : { dependencies: [blocker] }),
  });
}
