import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import type { Ended } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type Name, NO_TERMINAL, onTerminal } from "./program.ts";
import { foreignRow, ISSUES, openWorkshop } from "./workshop.ts";

const folder = temporaryFolder();
/** Sets the window's title. */
const ATTACK = "evil\u001B]0;owned\u0007";
// oxlint-disable-next-line no-control-regex -- colours are what is taken out
const COLOURS = /\u001B\[\d+m/g;

describe.concurrent("issue commands on a terminal", () => {
  beforeEach(({ skip }) => skip(NO_TERMINAL !== undefined, NO_TERMINAL));

  /** What a command shows on a terminal of its own, in the folder of a workshop. */
  function shown(name: Name, command: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return onTerminal(`cd ${cwd} && ${join(ROOT, "bin", name)} ${command}`, { TUSK_ACTOR: "me", ...env });
  }

  test("lists stand in columns that fit, in colour, with a hint; premath prints the contract's text (H06)", async () => {
    const { cwd, write, done } = openWorkshop(folder);
    write(foreignRow("bd-10") + foreignRow("bd-2", "bd-10"));
    const list = await shown("tusk", "issue list", cwd, { COLUMNS: "30", LINES: "24" });
    expect(list.stdout.replaceAll(COLOURS, "").split("\n").slice(0, 3)).toEqual([
      "ID     P  STATUS  TITLE",
      "bd-2   2  open    Issue bd-2",
      "bd-10  2  open    Issue bd-10",
    ]);
    expect(list.stdout).toContain("\u001B[32mopen\u001B[0m");
    const bounded = await shown("tusk", "issue list --color never", cwd, { LINES: "6" });
    expect(bounded.stdout).toContain("\n… and 1 more (--all shows them)\nhint: ");
    expect(bounded.stdout).not.toContain("\u001B");
    expect((await shown("tusk", "issue list --all", cwd, { LINES: "6" })).stdout).not.toContain("more");
    expect((await shown("premath", "issue list", cwd)).stdout).toBe(await done("issue list"));
  });

  test("NO_COLOR and the configuration are heard, a flag counts more", async () => {
    const { cwd, write } = openWorkshop(folder);
    write(foreignRow("bd-1"));
    writeFileSync(join(cwd, "tusk.config.json"), '{"schema":1,"color":"never"}\n');
    expect((await shown("tusk", "issue ready", cwd)).stdout).not.toContain("\u001B");
    expect((await shown("tusk", "issue ready --color always", cwd)).stdout).toContain("\u001B");
    writeFileSync(join(cwd, "tusk.config.json"), '{"schema":1}\n');
    expect((await shown("tusk", "issue ready", cwd, { NO_COLOR: "1" })).stdout).not.toContain("\u001B");
  });

  test("every error has a hint for a person, and none for premath", async () => {
    const { cwd, write } = openWorkshop(folder);
    write(foreignRow("bd-1"));
    expect((await shown("tusk", "issue close zz", cwd)).stdout).toBe(
      "error: issue not found: zz\nhint: issue list shows the ids there are\n",
    );
    expect((await shown("premath", "issue close zz", cwd)).stdout).toBe("error: issue not found: zz\n");
  });

  test("text of an issue never commands the terminal", async () => {
    const { cwd, write, run } = openWorkshop(folder);
    write(foreignRow("bd-1", "bd-2") + foreignRow("bd-2"));
    await run(["issue", "update", "bd-1", "--title", ATTACK]);
    await run(["issue", "update", "bd-2", "--title", ATTACK, "--notes", ATTACK, "--assignee", ATTACK]);
    appendFileSync(join(cwd, ISSUES), foreignRow("bd-3").replace("bd-3", `bd-3${JSON.stringify(ATTACK).slice(1, -1)}`));
    for (const command of ["list", "ready", "blocked", "graph", "show bd-2", "show bd-1", "history bd-2", "export"]) {
      const { stdout } = await shown("tusk", `issue ${command}`, cwd);
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      expect(stdout.replaceAll(COLOURS, "")).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/);
      expect(stdout).toContain("evil");
    }
  });

  test("a tree is drawn with lines, on a dumb terminal with letters", async () => {
    const { cwd, write } = openWorkshop(folder);
    write(foreignRow("a", "b") + foreignRow("b"));
    const drawn = await shown("tusk", "issue graph", cwd, { NO_COLOR: "1" });
    expect(drawn.stdout).toContain("○ a  Issue a\n└─ ○ b  Issue b\n");
    const dumb = await shown("tusk", "issue graph", cwd, { TERM: "dumb" });
    expect(dumb.stdout).toContain("a  Issue a (open)\n`- b  Issue b (open)\n");
  });
});
