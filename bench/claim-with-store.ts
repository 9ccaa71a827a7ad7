// One worker of the throughput case: claims `count` issues from the store and prints when it began and ended.
import { mintMandate } from "#kernel";
import { fileIssueStore } from "../src/memory/issues/file-issue-store.ts";
import { now, sha256 } from "#platform";

const [path = "", worker = "", count = "0"] = process.argv.slice(2);
const store = fileIssueStore(path, { now });
const begun = Date.now();
for (let at = 0; at < Number(count); at++) {
  const args = { assignee: worker, request: `${worker}-${process.pid}-${at}` };
  const mutation = { action: "issue.claim_next", args } as const;
  const source = { kind: "command", commandLine: "bench" } as const;
  const minting = mintMandate({ actor: worker, run: "bench", source, mutation }, sha256);
  const applied = minting.ok ? store.mutate(mutation, minting.permit) : undefined;
  if (applied?.ok !== true || !applied.changed) throw new Error(`${worker} got no issue`);
}
process.stdout.write(`${begun} ${Date.now()}\n`);
store.close();
