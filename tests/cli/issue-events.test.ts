import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { edge, type IssueFolder, issueFolder, refused, row } from "./issue-folder.ts";

const root = temporaryFolder();
const ROWS = row("bd-1") + row("bd-2", { dependencies: [edge("bd-2", "bd-1")] });
const AGENT = { TUSK_ACTOR: "mona", TUSK_AGENT_RUN: "run-7" };

const json = async (here: IssueFolder, ...args: readonly string[]): Promise<unknown> =>
  JSON.parse((await here.run(...args, "--json")).stdout);

describe.concurrent("an event log (contract memory 1.9)", () => {
  test("brings a lost issue file back, and remembers that it did", async () => {
    const here = issueFolder(root, ROWS);
    await here.run("issue", "migrate-events");
    const before = await json(here, "issue", "list");
    rmSync(join(here.path, ".premath/issues.jsonl"));
    const replayed = { cacheHit: false, equivalentToExisting: null, eventCount: 3, issueCount: 2 };
    expect(await json(here, "issue", "replay-events")).toMatchObject(replayed);
    expect(await json(here, "issue", "list")).toEqual(before);
    const again = { cacheHit: true, equivalentToExisting: true };
    expect(await json(here, "issue", "replay-events")).toMatchObject(again);
  });

  test("takes changes back that came after it", async () => {
    const here = issueFolder(root, ROWS);
    await here.run("issue", "migrate-events", "--events", "log.jsonl");
    const before = await json(here, "issue", "list");
    await here.run("issue", "update", "bd-1", "--title", "changed");
    await here.run("issue", "add", "later");
    const changed = { cacheHit: false, equivalentToExisting: false, cachePath: "seen/cache.json" };
    const replay = ["issue", "replay-events", "--events", "log.jsonl", "--cache", "seen/cache.json"];
    expect(await json(here, ...replay)).toMatchObject(changed);
    expect(await json(here, "issue", "list")).toEqual(before);
  });

  test("is a change like any other: refused inside an agent's run, unless it says what is there", async () => {
    const here = issueFolder(root, ROWS);
    await here.run("issue", "migrate-events");
    expect((await here.runWith(AGENT, "issue", "replay-events")).code).toBe(0);
    await here.run("issue", "update", "bd-1", "--title", "changed");
    const held = here.read();
    expect((await here.runWith(AGENT, "issue", "replay-events")).code).toBe(1);
    expect(here.read()).toBe(held);
  });

  test.each([
    ["{", "failed to load log: line 1: parse error: EOF while parsing an object at line 1 column 1"],
    [event({ schema: "x" }), "failed to replay log: unsupported event schema: x"],
    [event({}), "failed to replay log: replay unresolved dependency for event e: a -> b"],
  ])("%s cannot be replayed, and the issues stay", async (line, message) => {
    const here = issueFolder(root, ROWS);
    writeFileSync(join(here.path, "log"), line);
    expect(await here.run("issue", "replay-events", "--events", "log")).toEqual(refused(`error: ${message}`));
    expect(here.read()).toBe(ROWS);
  });

  test("that cannot be written is told", async () => {
    const here = issueFolder(root, ROWS);
    expect(await here.run("issue", "migrate-events", "--events", ".premath/issues.jsonl/log")).toEqual(
      refused("error: failed to create events directory .premath/issues.jsonl: File exists (os error 17)"),
    );
  });
});

function event(more: object): string {
  const edgeOf = { action: "add_dependency", depends_on_id: "b", type: "blocks" };
  return JSON.stringify({ event_id: "e", issue_id: "a", occurred_at: "2026-01-01T00:00:00Z", ...edgeOf, ...more });
}
