// Changes files of a workspace for ever, one alone and three together, until it is killed.
import { openWorkspace } from "../../src/tools/workspace/open-workspace.ts";

const [root = ""] = process.argv.slice(2);
const { workspace } = openWorkspace(root, { role: "killed" }).forCall("edit");
const LIMITS = { maxBytes: 10_000_000 };

for (let round = 1; ; round++) {
  change(["alone.txt"], round);
  change(["one.txt", "sub/two.txt", `three-${round % 2}.txt`], round);
}

function change(paths: readonly string[], round: number): void {
  const bytes = Buffer.from(`${round}\n`.repeat(20_000));
  workspace.change(paths.map((path) => ({ kind: "put", path, bytes, from: workspace.basis(path, LIMITS)?.digest })));
}
