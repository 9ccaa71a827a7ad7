import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { NAMES, premath, program, tusk, VERSION } from "./program.ts";
import { openTurn, turn, writeJson } from "./turn.ts";

const folder = temporaryFolder();
const closed = writeJson(folder, "closed.json", turn());
const open = writeJson(folder, "open.json", openTurn());

const COMMANDS = ["tour", "config show", "harness-join-check", "digest"] as const;

describe.concurrent("version and help", () => {
  test.each(["--version", "-V"])("%s prints the version of tusk on standard output (contract 0.1)", async (flag) => {
    expect(await tusk([flag])).toEqual({ code: 0, stdout: `tusk ${VERSION}\n`, stderr: "" });
  });

  test.each(["--version", "-V"])("%s as premath prints the reference's version first (contract 0.1)", async (flag) => {
    expect(await premath([flag])).toEqual({ code: 0, stdout: `premath 0.1.0 (tusk ${VERSION})\n`, stderr: "" });
  });

  test.each(NAMES)(
    "%s without a subcommand prints its help on standard error and ends with 2 (contract 0.1)",
    async (name) => {
      const bare = await program(name, []);
      const asked = await program(name, ["--help"]);
      expect(bare).toEqual({ code: 2, stdout: "", stderr: asked.stdout });
    },
  );

  test.each(NAMES)("%s --help names every command, on standard output (contract 0.1)", async (name) => {
    const { code, stdout, stderr } = await program(name, ["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Usage: ${name} <COMMAND>`);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command} +\\S`, "m"));
  });

  test.each(NAMES)("-h, --help and help of %s are the same", async (name) => {
    const [long, short, word] = await Promise.all(["--help", "-h", "help"].map((flag) => program(name, [flag])));
    expect(short).toEqual(long);
    expect(word).toEqual(long);
  });

  test.each(COMMANDS)("%s --help, -h and help <COMMAND> print its usage on standard output", async (command) => {
    const words = command.split(" ");
    const ways = [
      [...words, "--help"],
      [...words, "-h"],
      ["help", ...words],
    ];
    const [long, short, word] = await Promise.all(ways.map((args) => premath(args)));
    expect(long).toMatchObject({ code: 0, stderr: "" });
    expect(long?.stdout).toContain(`Usage: premath ${command} [OPTIONS]`);
    expect(short).toEqual(long);
    expect(word).toEqual(long);
  });
});

describe.concurrent("a family of commands", () => {
  test.each(NAMES)(
    "%s config alone prints the family's help on standard error and ends with 2 (contract 0.1)",
    async (name) => {
      const bare = await program(name, ["config"]);
      const asked = await program(name, ["config", "--help"]);
      expect(bare).toEqual({ code: 2, stdout: "", stderr: asked.stdout });
      expect(asked).toMatchObject({ code: 0, stderr: "" });
      expect(asked.stdout).toMatch(new RegExp(`^Usage: ${name} config <COMMAND>\n\nCommands:\n  show {2,}\\S`));
    },
  );

  test("config -h, config help and help config are config --help", async () => {
    const ways = [
      ["config", "--help"],
      ["config", "-h"],
      ["config", "help"],
      ["help", "config"],
    ];
    const [first, ...others] = await Promise.all(ways.map((args) => tusk(args)));
    for (const other of others) expect(other).toEqual(first);
  });
});

describe.concurrent("both names", () => {
  const LINES: readonly (readonly string[])[] = [
    ["harness-join-check", "--input", closed],
    ["harness-join-check", "--input", open],
    ["harness-join-check", "--input", open, "--json"],
    ["harness-join-check", "--input", open, "--checks"],
    ["harness-join-check", `--input=${open}`, "--checks", "--json"],
    ["harness-join-check", "--input", join(folder, "nothing.json")],
    ["digest", closed],
    ["digest", closed, "--canonical"],
    ["digest", closed, "--json"],
    ["tour"],
    ["tour", "--json"],
  ];

  test.each(LINES.map((line) => [line.join(" ").replaceAll(`${folder}/`, ""), line] as const))(
    "do the same on a pipe: %s (H06)",
    async (_text, line) => {
      const [one, other] = await Promise.all([tusk(line), premath(line)]);
      expect(one).toEqual(other);
    },
  );

  test("read a path from the folder they are called in (H06)", async () => {
    const here = await premath(["harness-join-check", "--input", "open.json"], { cwd: folder });
    expect(here.stdout).toContain("  Input: open.json\n  Result: rejected\n");
  });

  test.each(NAMES)("%s works through a link placed elsewhere, and keeps its name (H06)", async (name) => {
    const elsewhere = join(folder, `links-${name}`);
    mkdirSync(elsewhere);
    symlinkSync(join(ROOT, "bin", name), join(elsewhere, name));
    const linked = await runProcess(join(elsewhere, name), ["--version"], { cwd: folder });
    expect(linked).toEqual(await program(name, ["--version"]));
  });

  test("work through a chain of relative links, found on PATH (H06)", async () => {
    const elsewhere = join(folder, "chain");
    mkdirSync(join(elsewhere, "a"), { recursive: true });
    symlinkSync(join(ROOT, "bin/tusk"), join(elsewhere, "a/first"));
    symlinkSync("a/first", join(elsewhere, "premath"));
    const env = { ...process.env, PATH: `${elsewhere}:${process.env["PATH"] ?? ""}` };
    const { stdout } = await runProcess("premath", ["--version"], { cwd: folder, env });
    expect(stdout).toBe(`premath 0.1.0 (tusk ${VERSION})\n`);
  });

  test("read the clone's own folder when called from inside bin (H06)", async () => {
    const { stdout } = await runProcess("./tusk", ["--version"], { cwd: join(ROOT, "bin") });
    expect(stdout).toBe(`tusk ${VERSION}\n`);
  });
});
