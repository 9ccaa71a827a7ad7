import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { noWallsAtAll } from "./support/no-walls.ts";
import { ROOT } from "./support/root.ts";
import { type Ended, runProcess } from "./support/run-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** Commands of a guide, and what the page says they print; undefined where it says nothing. */
interface Step {
  readonly commands: string;
  readonly output: string | undefined;
}

const guides = join(ROOT, "docs/guides");
const folder = temporaryFolder();
/** How long a guide may take on a machine that is busy with something else, in milliseconds. */
const PATIENCE = 300_000;
/** Stands between the outputs of two steps. */
const CUT = "--8<-- the next step --8<--";

function stepsOf(page: string): readonly Step[] {
  const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, language, commands = ""], at) => {
    if (language !== "sh") return [];
    const following = blocks[at + 1];
    return [{ commands, output: following?.[1] === "text" ? following[2] : undefined }];
  });
}

/** Runs all steps in one shell, as a person types them; the first that fails ends it. */
function runSteps(steps: readonly Step[]): Promise<Ended> {
  const home = mkdtempSync(join(folder, "home-"));
  writeFileSync(join(home, ".gitconfig"), "[user]\n  name = Ada\n  email = ada@example.test\n");
  const script = ["set -e", ...steps.map(({ commands }) => `${commands}echo '${CUT}'`)].join("\n");
  writeFileSync(join(home, "steps.sh"), script);
  const { TUSK_MODEL: _model, TUSK_ACTOR: _actor, PREMATH_WORK_CMD: _work, ...inherited } = process.env;
  const env = { ...inherited, HOME: home, PATH: `${ROOT}/bin:${process.env["PATH"] ?? ""}` };
  // Nobody pipes a task.
  return runProcess("sh", ["-c", "exec sh steps.sh </dev/null"], { cwd: home, env, timeout: PATIENCE });
}

/** A page's output as a pattern: `…` is anything on its line, and alone on a line any lines. */
function patternOf(output: string): RegExp {
  const lines = output.trimEnd().split("\n");
  const parts = lines.map((line) => {
    if (line === "…") return String.raw`(?:.*\n)*?`;
    const words = line.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    return `${words.join(".*")}\n`;
  });
  return new RegExp(`^${parts.join("")}$`);
}

/** Guides to programs are run by `guides.test.ts`. */
const pages = readdirSync(guides)
  .map((guide) => ({ guide, page: readFileSync(join(guides, guide), "utf8") }))
  .filter(({ page }) => !/^```ts \S/m.test(page))
  .map(({ guide, page }) => ({ guide, steps: stepsOf(page) }));

test("there are guides of commands", () => {
  expect(pages.map(({ guide }) => guide)).toContain("two-workers.md");
});

const walls = noWallsAtAll();

describe.skipIf(walls !== undefined)(walls ?? "with walls around what workers run", () => {
  describe.each(pages)("docs/guides/$guide", ({ steps }) => {
    let ended: Ended | undefined;
    let outputs: readonly string[] = [];

    beforeAll(async () => {
      ended = await runSteps(steps);
      outputs = ended.stdout.split(`${CUT}\n`);
    }, PATIENCE);

    test("every command of it works", () => {
      expect(ended, ended?.stdout).toMatchObject({ code: 0, stderr: "" });
      expect(outputs.length).toBe(steps.length + 1);
    });

    const shown = steps.flatMap(({ commands, output }, at) => (output === undefined ? [] : [{ at, commands, output }]));

    test.each(shown)("prints what the page says: $commands", ({ at, output }) => {
      expect(outputs[at]).toMatch(patternOf(output));
    });
  });
});
