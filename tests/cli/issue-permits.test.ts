import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { issueFolder, refused, row } from "./issue-folder.ts";

const root = temporaryFolder();
const HELD =
  "error: inside an agent's run nothing is changed on its own word; give --override-reason <REASON> if a person wants it";
const AGENT = { TUSK_ACTOR: "mona", TUSK_AGENT_RUN: "run-7" };

describe.concurrent("every change is recorded with who, under which permit and why (M02, DESIGN 3)", () => {
  test("what a worker does before any turn is mandated by the command", async () => {
    const here = issueFolder(root, row("bd-1"));
    await here.run("issue", "add", "It's new", "--id", "bd-2");
    await here.run("issue", "claim", "bd-1", "--assignee", "al");
    await here.run("issue", "claim-next", "--assignee", "bo");
    expect(here.changes().map(({ action, actor, permit }) => [action, actor, permit["kind"]])).toEqual([
      ["issue.add", "mona", "mandate"],
      ["issue.claim", "mona", "mandate"],
      ["issue.claim_next", "mona", "mandate"],
    ]);
    expect(JSON.stringify(here.changes()[0]?.permit)).toContain("tusk issue add 'It'\\\\''s new' --id bd-2");
  });

  test("everything else is a person's override; without a reason the command is the reason", async () => {
    const here = issueFolder(root, row("bd-1") + row("bd-2"));
    await here.run("issue", "update", "bd-1", "--title", "t");
    await here.run("issue", "discover", "bd-1", "found");
    await here.run("dep", "add", "bd-1", "bd-2", "--override-reason", "they belong together");
    expect(here.changes().map(({ action, permit }) => [action, permit["kind"], permit["reason"]])).toEqual([
      ["issue.update", "human_override", "tusk issue update bd-1 --title t"],
      ["issue.discover", "human_override", "tusk issue discover bd-1 found"],
      ["dep.add", "human_override", "they belong together"],
    ]);
  });

  test("two equal commands are two wishes: both are granted", async () => {
    const here = issueFolder(root, row("bd-1"));
    for (const _ of [1, 2]) expect((await here.run("issue", "update", "bd-1", "--title", "same")).code).toBe(0);
    expect(here.changes()).toHaveLength(2);
  });
});

describe.concurrent("inside an agent's run (DESIGN 3)", () => {
  test.each([
    ["issue", "add", "x"],
    ["issue", "claim", "bd-1", "--assignee", "al"],
    ["issue", "claim-next", "--assignee", "al"],
    ["issue", "update", "bd-1", "--status", "closed"],
    ["issue", "discover", "bd-1", "x"],
    ["dep", "add", "bd-1", "bd-2"],
    ["dep", "remove", "bd-2", "bd-1"],
    ["dep", "replace", "bd-2", "bd-1", "--to-type", "related"],
  ])("%s %s is refused, and the file stays as it is", async (...args) => {
    const rows =
      row("bd-1") + row("bd-2", { dependencies: [{ issue_id: "bd-2", depends_on_id: "bd-1", type: "blocks" }] });
    const here = issueFolder(root, rows);
    expect(await here.runWith(AGENT, ...args)).toEqual(refused(HELD));
    expect(here.read()).toBe(rows);
  });

  test("nor is upkeep that changes what the store says, which leaves the log with a name otherwise", async () => {
    const here = issueFolder(root, row("bd-1"));
    await here.run("issue", "delete", "bd-1");
    const before = here.read();
    expect(await here.runWith(AGENT, "issue", "compact", "--purge-tombstones")).toEqual(refused(HELD));
    expect(await here.runWith(AGENT, "issue", "repair", "--restore")).toEqual(refused(HELD));
    expect(here.read()).toBe(before);
    expect((await here.run("issue", "compact", "--purge-tombstones", "--override-reason", "spring")).code).toBe(0);
    const [log = ""] = readdirSync(join(here.path, ".premath/log"));
    const last = JSON.parse(
      readFileSync(join(here.path, ".premath/log", log), "utf8")
        .trim()
        .split("\n")
        .at(-1) ?? "",
    );
    expect(last).toMatchObject({ kind: "dropped", actor: "mona", permit: { reason: "spring" }, issues: ["bd-1"] });
  });

  test.each([
    ["issue", "migrate-events", "--events", ".premath/issues.jsonl"],
    ["issue", "migrate-events", "--events", ".premath/log/new.jsonl"],
    ["issue", "export", "--to", ".premath/../.premath/issues.jsonl"],
    ["issue", "export", "--to", ".premath/cache/issues.db"],
    ["issue", "export", "--to", ".premath/lock.db"],
    ["issue", "export", "--to", "link"],
    ["issue", "replay-events", "--events", "events", "--cache", ".premath/issues.jsonl"],
  ])("no other way leads into the store: %s %s %s %s", async (...args) => {
    const here = issueFolder(root, row("bd-1"));
    symlinkSync(".premath/issues.jsonl", join(here.path, "link"));
    await here.run("issue", "migrate-events", "--events", "events");
    const ended = await here.run(...args);
    expect([ended.code, ended.stderr]).toEqual([
      1,
      `error: ${args.at(-1)} belongs to the issue memory itself, which changes under a permit only\n`,
    ]);
    expect(here.read()).toBe(row("bd-1"));
  });

  test("reading goes on", async () => {
    const here = issueFolder(root, row("bd-1"));
    expect((await here.runWith(AGENT, "issue", "ready")).code).toBe(0);
  });

  test("a reason that was given is a person's word, from the flag or the environment", async () => {
    const here = issueFolder(root, row("bd-1"));
    await here.runWith(AGENT, "issue", "claim", "bd-1", "--assignee", "al", "--override-reason", "by hand");
    await here.runWith({ ...AGENT, TUSK_OVERRIDE_REASON: "on call" }, "issue", "update", "bd-1", "--title", "t");
    expect(here.changes().map(({ permit }) => [permit["kind"], permit["reason"]])).toEqual([
      ["human_override", "by hand"],
      ["human_override", "on call"],
    ]);
  });

  test("a blank reason is none", async () => {
    const here = issueFolder(root, row("bd-1"));
    expect(await here.runWith(AGENT, "issue", "update", "bd-1", "--title", "t", "--override-reason", " ")).toEqual(
      refused("error: an override names its reason"),
    );
    expect((await here.runWith({ ...AGENT, TUSK_OVERRIDE_REASON: " " }, "issue", "add", "t")).code).toBe(1);
  });

  test("transport-dispatch answers with a rejection", async () => {
    const here = issueFolder(root, row("bd-1"));
    const payload = '{"id":"bd-1","assignee":"al"}';
    const ended = await here.runWith(
      AGENT,
      "transport-dispatch",
      "--action",
      "issue.claim",
      "--payload",
      payload,
      "--json",
    );
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ result: "rejected", failureClasses: ["permit_refused"] });
  });
});

describe.concurrent("who acts", () => {
  const actorOf = async (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<string | undefined> => {
    const here = issueFolder(root, row("bd-1"));
    execFileSync("git", ["init", "-q"], { cwd: here.path });
    execFileSync("git", ["config", "user.name", "Git Name"], { cwd: here.path });
    await here.runWith(env, ...args);
    return here.changes()[0]?.actor;
  };

  test.each([
    ["the name given", { TUSK_ACTOR: "env" }, ["issue", "add", "x", "--actor", "flag"], "flag"],
    ["else the session's", { TUSK_ACTOR: "env" }, ["issue", "claim", "bd-1", "--assignee", "al"], "env"],
    ["else who claims", {}, ["issue", "claim", "bd-1", "--assignee", " al "], "al"],
    ["else the git identity", { TUSK_ACTOR: "" }, ["issue", "add", "x"], "Git Name"],
  ] as const)("is %s", async (_who, env, args, expected) => {
    expect(await actorOf(env, ...args)).toBe(expected);
  });

  test("a blank name is none", async () => {
    const here = issueFolder(root, row("bd-1"));
    expect(await here.run("issue", "add", "x", "--actor", " ")).toEqual(refused("error: a mandate names its actor"));
  });
});
