import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { READING_MS } from "../../src/cli/run-view/approval.ts";
import { displayWidth } from "../../src/cli/render/rich/display-width.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { ask, say } from "../wire/wire-turn.ts";
import { type Place, places, shellLine, TUSK } from "./place.ts";

const TMUX = "/usr/bin/tmux";
const missing = existsSync(TMUX) ? noWallsAtAll() : "tmux is not installed";
const place = places();
const PATIENCE_MS = 45_000;

beforeEach(({ skip }) => skip(missing !== undefined, missing));

/** A screen that a real terminal has drawn. */
interface Drawn {
  readonly screen: () => readonly string[];
  /** The screen and what has left it at the top. */
  readonly history: () => readonly string[];
  readonly type: (...keys: readonly string[]) => void;
  /** The screen once it holds this. */
  readonly until: (pattern: RegExp) => Promise<readonly string[]>;
}

/** Runs the program in a terminal of its own server, whose screen can be looked at. */
function drawn(here: Place, args: readonly string[], columns: number, height = 50): Drawn {
  const name = `tusk-test-${process.pid}-${columns}`;
  const tmux = (...words: readonly string[]): string =>
    execFileSync(TMUX, ["-L", name, "-f", "/dev/null", ...words], { encoding: "utf8", cwd: here.cwd, env: here.env });
  const command = `${shellLine([TUSK, ...here.words(...args)])}; echo "ended with $?"; sleep 60`;
  tmux("new-session", "-d", "-x", String(columns), "-y", String(height), "sh", "-c", command);
  onTestFinished(() => void tmux("kill-server"));
  const screen = (): readonly string[] => tmux("capture-pane", "-p").trimEnd().split("\n");
  return {
    screen,
    history: () => tmux("capture-pane", "-p", "-S", "-").trimEnd().split("\n"),
    type: (...keys) => void tmux("send-keys", ...keys),
    async until(pattern) {
      for (const end = Date.now() + PATIENCE_MS; ; await after(50)) {
        const rows = screen();
        if (pattern.test(rows.join("\n"))) return rows;
        if (Date.now() > end) throw new Error(`${String(pattern)} is not on the screen:\n${rows.join("\n")}`);
      }
    },
  };
}

test.each([20, 33])("on a screen of %i columns every row stands once, whole and in its place", async (columns) => {
  const script = [
    ask(["bash", { command: "echo 日本語日本語日本語; rm a.txt; exit 4", workdir: "." }]),
    say("日本語のテキストと and some plain words that need more than one row of this screen."),
  ];
  const here = await place({ script, faults: { 1: { kind: "pace", ms: 20 } } }, { "a.txt": "one\n" });
  const shown = drawn(here, ["go"], columns);
  const asked = await shown.until(/never in/);
  for (const key of ["y once", "s for", "n no", "N"]) expect(asked.join(" ").replaceAll(/\s+/g, " ")).toContain(key);
  await after(READING_MS + 200);
  shown.type("y");
  await shown.until(/Enter:\s+allowed/);
  shown.type("Enter");
  await shown.until(/what comes next/);
  shown.type("Enter");
  const rows = await shown.until(/ended with 0/);
  const end = rows.findIndex((row) => row.startsWith("completed"));
  // What moved is gone, what stayed stands there once, and nothing was broken by the screen itself.
  const stayed = rows.slice(0, end);
  expect(stayed.filter((row) => /allow it|waiting|what comes|^\* /.test(row))).toEqual([]);
  expect(stayed.filter((row) => row.startsWith("x bash"))).toHaveLength(1);
  expect(stayed.join(" ").replaceAll(/\s+/g, " ")).toContain("words that need more than one row of this screen.");
  for (const row of stayed) expect(displayWidth(row)).toBeLessThan(columns);
});

test.each([
  [12, 8],
  [80, 24],
])(
  "on a screen of %i columns and %i rows a long question is whole in what the terminal remembers (T08)",
  async (columns, height) => {
    const filler = Array.from({ length: 12 }, (_, at) => `# ${at} ${"filler ".repeat(20)}`);
    const command = ["rm a.txt", ...filler, "rm b.txt"].join("\n");
    const here = await place({ script: [ask(["bash", { command, workdir: "." }]), say("Done.")] });
    const shown = drawn(here, ["go"], columns, height);
    const asked = (await shown.until(/scroll up[^]*allow it\?[^]*Enter/)).join(" ");
    expect(asked).toMatch(/\d+ rows\s+above:\s+scroll up\s+allow it\?/);
    const remembered = shown.history().join(" ").replaceAll(/\s+/g, " ");
    const parts = [
      "wants to do this: bash rm a.txt",
      "# 0 filler",
      "# 11 filler",
      "rm b.txt",
      "N never in this session",
    ];
    for (const part of parts) expect(remembered).toContain(part);
    await after(READING_MS + 200);
    shown.type("n");
    await shown.until(/Enter:\s+refused/);
    shown.type("Enter");
    await shown.until(/what\s+comes/);
    expect(
      shown
        .history()
        .join(" ")
        .match(/# 11\s+filler/g),
    ).toHaveLength(1);
  },
);
