// The mechanisms of SECURITY 4.2 that concern commands: each is run inside of every backend, and its effect is looked for on the machine. So that
// no row is right by accident, each is also run without walls, in the same environment, where it must have its effect.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approvedBy } from "../permissions/rule-sets.ts";
import { makeScene, ROWS, type Row, type Scene } from "./cve-scene.ts";
import { type ChildEnd, type ChildOrder, COMBINATIONS, eventually, ran, start, type User } from "./sandbox-order.ts";

/** Every backend as every user; nobody else could get further where nothing may be changed at all. */
const WALLED = COMBINATIONS.flatMap((combination) => [
  { ...combination, profile: "workspace-write" as const },
  ...(combination.user === "own" ? [{ ...combination, profile: "read-only" as const }] : []),
]);

/** All rows run before the first test: on a busy machine that takes its time. */
const LIMIT_MS = 180_000;

interface Played {
  readonly scene: Scene;
  readonly ends: readonly ChildEnd[];
}

/** Runs all rows in one sandbox before the tests of a group. */
function played(user: User, options: Omit<ChildOrder["options"], "root">, skipped = false) {
  let all: Played | undefined;
  const clears: (() => void)[] = [];
  beforeAll(async () => {
    if (skipped) return;
    const scene = await makeScene(user, (clear) => clears.push(clear));
    const commands = ROWS.map((row) => ({ command: row.command(scene.aim(row)), workdir: row.folder }));
    const order = { options: { root: scene.root, ...options }, commands };
    all = { scene, ends: ran(await start(user, scene.base, order, { env: { HOME: scene.home } }).report) };
  }, LIMIT_MS);
  afterAll(() => {
    for (const clear of clears) clear();
  });
  return (row: Row): readonly string[] => {
    const end = all?.ends[row.at];
    if (all === undefined || end === undefined) throw new Error("the command was not run");
    expect(end).toMatchObject({ exit: { kind: "exited" }, row: { violations: [] } });
    return all.scene.effects(row, end.stdout.text + end.stderr.text);
  };
}

describe.each(WALLED)("CVEs: $profile, $name", ({ user, backend, profile, skipped }) => {
  const effects = played(user, { backend, profile, network: "none" }, skipped);

  test.skipIf(skipped).each(ROWS)("$id: $mechanism; it has no effect", (row) => {
    expect(effects(row)).toEqual([]);
  });
});

describe("CVEs: without walls", () => {
  const effects = played("own", { profile: "danger-full-access", network: "full" });

  test.each(ROWS)("$id: $mechanism; the effect is seen", async (row) => {
    expect(await eventually(() => effects(row).length > 0, 3000)).toBe(true);
  });
});

test.each(ROWS)("$id: $mechanism; it does not run without a question (T08)", (row) => {
  const aim = { token: `pwned-${row.at}-x`, out: "/var/out", home: "/home/mona", port: 4711, rg: "rg" };
  expect(approvedBy(row.command(aim), "/var/ws")).toEqual([]);
});

test.each([
  "GIT_CONFIG_COUNT=0 git status",
  "export GIT_CONFIG_COUNT=0; git status",
  "unset GIT_CONFIG_COUNT; git status",
  "env -u GIT_CONFIG_COUNT git status",
  "git -c core.fsmonitor=./x status",
  "GIT_DIR=fixture git status",
  "git --git-dir=fixture status",
])(
  "CVE-2026-19593: %s gives up what keeps settings of a repository from starting programs; it does not run without a question (T08)",
  (command) => {
    expect(approvedBy("git status")).not.toEqual([]);
    expect(approvedBy(command)).toEqual([]);
  },
);
