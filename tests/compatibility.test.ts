import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { edge, row } from "./cli/issue-folder.ts";
import { type Name, NAMES, premath, program } from "./cli/program.ts";
import { codesIn, DIFFERENCES, type Mapping, MAPPINGS } from "./compatibility-page.ts";
import { noWallsAtAll } from "./support/no-walls.ts";
import { ROOT } from "./support/root.ts";
import { type Ended, runProcess } from "./support/run-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const folder = temporaryFolder();
const template = join(folder, "template");
/** How long a command may take on a machine that is busy with something else, in milliseconds. */
const PATIENCE = 180_000;
const shared = join(process.env["TUSK_CORPUS"] ?? join(ROOT, "../shared/fixtures"), "..");

/** Texts that `issue check` asks for. */
const description = "Acceptance:\n- works\n\n`python3 -m pytest`";
const lease = {
  lease_id: "lease1_bd-3_worker_1",
  owner: "worker.1",
  acquired_at: "2026-02-01T00:00:00Z",
  expires_at: "2999-01-01T00:00:00Z",
};
const ISSUES = [
  row("bd-1", { description }),
  row("bd-2", { description, dependencies: [edge("bd-2", "bd-1")] }),
  row("bd-3", { description, status: "in_progress", assignee: "worker.1", lease }),
].join("");

/** What a worker that failed once has left behind: the page says it in words. */
const PREPARED = [
  "init",
  "harness-session write --state stopped --issue-id bd-1 --next-step retry",
  "harness-feature write --feature-id bd-1 --status in_progress --issue-id bd-1",
  "harness-trajectory append --step-id worker.1.bd-1.1 --issue-id bd-1 --action worker.loop --result-class retry_needed_lease_active",
  "harness-trajectory append --step-id worker.1.bd-0.1 --issue-id bd-0 --action worker.loop --result-class completed",
  "issue migrate-events --events events.jsonl",
];

beforeAll(async () => {
  mkdirSync(join(template, ".premath"), { recursive: true });
  writeFileSync(join(template, ".premath/issues.jsonl"), ISSUES);
  cpSync(join(ROOT, "conformance/turns/golden/two-calls.json"), join(template, "turn.json"));
  for (const line of PREPARED) {
    expect(await premath(line.split(" "), { cwd: template, timeout: PATIENCE }), line).toMatchObject({
      code: 0,
      stderr: "",
    });
  }
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["-c", "user.name=n", "-c", "user.email=n@x", "commit", "-qm", "begin"],
  ]) {
    expect(await runProcess("git", args, { cwd: template })).toMatchObject({ code: 0 });
  }
}, PATIENCE);

function repository(): string {
  const cwd = mkdtempSync(join(folder, "repository-"));
  cpSync(template, cwd, { recursive: true });
  return cwd;
}

/** What differs from run to run: moments, and what is made of them. */
const OF_THE_MOMENT =
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?|hs1_\d{8}T\d{6}Z|(?:iss1|ev1)_[0-9a-f]{64}|repository-\w+/g;

function isPrinted(line: string, stdout: string): boolean {
  const parts = line.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^\\s*${parts.join(".*").trimStart()}$`, "m").test(stdout);
}

/** Commands that tell of a run of their own, in which no two are alike. */
const RUNS = /^tusk (?:worker|coordinator) /;

function ran(name: Name, line: string): Promise<Ended> {
  return program(name, line.split(" ").slice(1), { cwd: repository(), timeout: PATIENCE });
}

const executed = MAPPINGS.filter(({ exit }) => exit !== undefined);

describe(
  "every command of the documents that the page maps works under both names (H06)",
  { timeout: PATIENCE },
  () => {
    test("the page maps commands, and each row that is run is a command line of ours", () => {
      expect(executed.length).toBeGreaterThan(40);
      expect(executed.filter(({ ours, prints }) => !/^(?:premath|tusk) \w/.test(ours) || prints === "")).toEqual([]);
    });

    test.each(executed.filter(({ ours }) => !RUNS.test(ours)))("$ours", async ({ ours, exit, prints }: Mapping) => {
      const runs = await Promise.all(NAMES.map((name) => ran(name, ours)));
      const said = runs.map(({ stdout, ...rest }) => ({ ...rest, stdout: stdout.replaceAll(OF_THE_MOMENT, "") }));
      expect(said).toEqual(NAMES.map(() => ({ code: exit, stderr: "", stdout: said[0]?.stdout })));
      expect(isPrinted(prints, runs[0]?.stdout ?? ""), `${prints}\nis not in\n${runs[0]?.stdout}`).toBe(true);
    });

    const walls = noWallsAtAll();
    describe.skipIf(walls !== undefined)(walls ?? "with walls around what workers run", () => {
      test.each(executed.filter(({ ours }) => RUNS.test(ours)))("$ours", async ({ ours, exit, prints }: Mapping) => {
        for (const { code, stderr, stdout } of await Promise.all(NAMES.map((name) => ran(name, ours)))) {
          expect({ code, stderr }).toEqual({ code: exit, stderr: "" });
          expect(isPrinted(prints, stdout), `${prints}\nis not in\n${stdout}`).toBe(true);
        }
      });
    });
  },
);

/** The commands that the page says are not there yet: the reference's clients look for these very words. */
const missing = MAPPINGS.filter(({ ours }) => ours.startsWith("not there yet")).flatMap(({ theirs }) =>
  codesIn(theirs).flatMap((text) => /^premath ([a-z-]+)/.exec(text)?.[1] ?? []),
);

test.each(missing)("%s is not there yet, and says so as clients expect it", async (command) => {
  const { code, stdout, stderr } = await premath([command], { cwd: template });
  expect({ code, stdout, first: stderr.split("\n")[0] }).toEqual({
    code: 2,
    stdout: "",
    first: `error: unrecognized subcommand '${command}'`,
  });
});

describe("every deliberate difference has a test", () => {
  test.each(DIFFERENCES)("$topic", ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    const paths = tests.map((text) => text.replace(/ .*$/, "")).filter((text) => text.includes("/"));
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

const seeds = join(shared, "seeds");
const contract = join(shared, "spec/CONTRACT-HARNESS.md");

describe.skipIf(!existsSync(seeds) || !existsSync(contract))(
  "the page is complete (skipped without the documents)",
  () => {
    const named = MAPPINGS.flatMap(({ theirs }) => codesIn(theirs));

    test("every command in the documents is on it", () => {
      const texts = readdirSync(seeds).map((name) => readFileSync(join(seeds, name), "utf8"));
      const commands = texts.flatMap((text) => codesIn(text)).flatMap(commandsIn);
      expect(commands.length).toBeGreaterThan(20);
      expect([...new Set(commands)].filter((command) => !named.some((name) => isNamed(command, name)))).toEqual([]);
    });

    test("every function of the documents' REPL is on it", () => {
      const texts = readdirSync(seeds).map((name) => readFileSync(join(seeds, name), "utf8"));
      const families = texts.flatMap((text) => [...text.matchAll(/^- `([a-z_]+(?:\.[a-z_.|]+)+)` ->$/gm)]);
      const functions = families.flatMap(([, family = ""]) => expanded(family));
      expect(functions.length).toBeGreaterThan(20);
      expect(functions.filter((name) => !named.includes(name))).toEqual([]);
    });

    test("every tool and task that the documents name without a program is on it", () => {
      const texts = readdirSync(seeds).map((name) => readFileSync(join(seeds, name), "utf8"));
      const tools = texts.flatMap((text) => [
        ...text.matchAll(/`((?:issue|dep|scheme|ci)[_-][a-z_-]+)(?:\([a-z]+\))?`/g),
      ]);
      const names = new Set(tools.map(([, name = ""]) => name));
      expect(names.size).toBeGreaterThan(5);
      expect([...names].filter((name) => !named.includes(name))).toEqual([]);
    });

    test("every row of the contract's table of differences is on it", () => {
      const text = readFileSync(contract, "utf8");
      const table = text.slice(text.indexOf("| topic | reference | ours |"), text.indexOf("## 0."));
      const topics = table
        .split("\n")
        .slice(2)
        .flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1] ?? []);
      expect(topics.length).toBeGreaterThan(10);
      const ours = new Set(DIFFERENCES.map(({ topic }) => topic));
      const renamed: Readonly<Record<string, string>> = {
        "a struct given as a positional array": "a struct given as a positional list",
        "`issue lease-renew, lease-release, lease-projection`": "commands beyond the reference's",
        "mutations from the CLI": "changes from the command line",
      };
      // The evaluator is not there yet; its row comes with it.
      const due = topics.filter((topic) => topic !== "scheme-eval");
      expect(due.filter((topic) => !ours.has(renamed[topic] ?? topic))).toEqual([]);
    });
  },
);

/** The commands that a text between backticks names, without what varies behind them: `a b|c --flag` is `a b` and `a c`. */
function commandsIn(text: string): readonly string[] {
  if (!/^(?:premath|python3|mise run|sh tools)[ /]/.test(text)) return [];
  const words = text.split(/\s+/);
  const end = words.findIndex((word) => /^(?:-|<|\.\.\.|…)/.test(word));
  const head = end < 0 ? words : words.slice(0, end);
  const last = head.at(-1) ?? "";
  return last.split("|").map((word) => [...head.slice(0, -1), word].join(" "));
}

function isNamed(command: string, name: string): boolean {
  return name === command || name.startsWith(`${command} `);
}

/** `a.b|c.d` is `a.b` and `a.c.d`. */
function expanded(family: string): readonly string[] {
  const [head = "", ...others] = family.split("|");
  const space = head.slice(0, head.lastIndexOf(".") + 1);
  return [head, ...others.map((name) => `${space}${name}`)];
}
