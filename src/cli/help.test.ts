import { describe, expect, test } from "vitest";
import { HOST_ACTIONS } from "#host";
import type { AnyAction } from "./arguments.ts";
import { actionHelp, familyHelp, programHelp } from "./help.ts";

const ACTIONS: readonly AnyAction[] = Object.values(HOST_ACTIONS);

describe("help is generated from the table", () => {
  test("the program's names every command, those of two words too", () => {
    const lines = programHelp("tusk", ACTIONS).split("\n");
    for (const { command, summary } of ACTIONS)
      expect(lines.some((line) => line.startsWith(`  ${command} `) && line.endsWith(`  ${summary}`))).toBe(true);
  });

  test("a family's names its commands by their second word, and no others", () => {
    const issue: AnyAction = { ...HOST_ACTIONS["json.digest"], command: "note add", summary: "Add an issue" };
    const ready: AnyAction = { ...HOST_ACTIONS["json.digest"], command: "note ready", summary: "What can be done" };
    expect(familyHelp("premath", "note", [...ACTIONS, issue, ready])).toBe(
      [
        "Usage: premath note <COMMAND>",
        "",
        "Commands:",
        "  add    Add an issue",
        "  ready  What can be done",
        "",
        "Options:",
        "  -h, --help  Print help",
        "",
      ].join("\n"),
    );
  });

  test("a command's shows choices, repeats, and an operand that may be left out in brackets", () => {
    const action: AnyAction = {
      ...HOST_ACTIONS["gate.tour"],
      command: "explain",
      summary: "Explain a class",
      flags: [
        { name: "state", value: "STATE", choices: ["active", "stopped"], required: true, summary: "the state" },
        { name: "ref", value: "REF", repeatable: true, summary: "a ref" },
      ],
      operands: [{ name: "CLASS", summary: "the class" }],
    };
    expect(actionHelp("tusk", action)).toBe(
      [
        "Explain a class",
        "",
        "Usage: tusk explain [OPTIONS] --state <STATE> [CLASS]",
        "",
        "Arguments:",
        "  [CLASS]          the class",
        "",
        "Options:",
        "  --state <STATE>  the state (required) [possible values: active, stopped]",
        "  --ref <REF>      a ref (may be repeated)",
        "  -h, --help       Print help",
        "",
      ].join("\n"),
    );
  });
});
