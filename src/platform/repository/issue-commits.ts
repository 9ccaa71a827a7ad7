import type { IssueCommit } from "#ports";
import { ISSUE_TRAILER as ISSUE, trailersOf, trailerValue } from "./commit-message.ts";
import { refValue, type RepositorySeat, rootCall, targetHead } from "./repository-seat.ts";
import { gitOutput } from "./run-git-bytes.ts";
import type { IssuePlace } from "./worktree-places.ts";

/** Trailers that the harness writes begin so. */
const OURS = "Tusk-";

/** The commits that carry an issue's trailer, newest first: those of its branch that are not merged, then those of the target. */
export async function issueCommits(
  seat: RepositorySeat,
  { issueId, ref }: IssuePlace,
): Promise<readonly IssueCommit[]> {
  const [head, tip] = [await targetHead(seat), await refValue(seat, ref)];
  const open = tip === undefined ? [] : await commitsIn(seat, issueId, { range: [tip, `^${head}`], isMerged: false });
  return [...open, ...(await commitsIn(seat, issueId, { range: [head], isMerged: true }))];
}

async function commitsIn(
  seat: RepositorySeat,
  issueId: string,
  { range, isMerged }: { readonly range: readonly string[]; readonly isMerged: boolean },
): Promise<readonly IssueCommit[]> {
  const value = trailerValue(issueId);
  const words = [
    "log",
    "-z",
    "--topo-order",
    "--format=%H%n%T%n%B",
    "--fixed-strings",
    `--grep=${ISSUE}: ${value}`,
    ...range,
    "--",
  ];
  const output = (await gitOutput(rootCall(seat, words))).toString("utf8");
  return output
    .split("\0")
    .filter((text) => text !== "")
    .map((text) => issueCommit(text, isMerged))
    .filter(({ trailers }) => trailers[ISSUE] === value);
}

function issueCommit(text: string, isMerged: boolean): IssueCommit {
  const [commit = "", tree = "", ...lines] = text.split("\n");
  const all = Object.entries(trailersOf(lines.join("\n")));
  return { commit, tree, isMerged, trailers: Object.fromEntries(all.filter(([name]) => name.startsWith(OURS))) };
}
