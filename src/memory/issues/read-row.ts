import { type Issue, readIssueLines } from "#kernel";
import { utf8 } from "#platform";

/** The issue in a line; undefined when the line is something else. */
export function readRow(bytes: Uint8Array): Issue | undefined {
  let found: Issue | undefined;
  readIssueLines(bytes, utf8, { offset: 0, line: 1 }, (line) => {
    if (line.kind === "issue" || line.kind === "unterminated") found = line.issue;
  });
  return found;
}
