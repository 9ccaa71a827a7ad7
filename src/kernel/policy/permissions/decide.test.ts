import { describe, expect, test } from "vitest";
import { digestJson } from "../../digest/digest.ts";
import { sha256 } from "#platform";
import type { JsonObject } from "../../json/value.ts";
import { decidePermission, type PermissionDecision } from "./decide.ts";
import type { Rule, RuleSet } from "./rule-set.ts";
import type { ShellNode, ShellReading } from "./shell-script.ts";

const ALLOW: Rule = { id: "a", effect: "allow", why: "reads", tools: ["bash"], commands: [{ words: ["cat"] }] };
const DENY: Rule = { id: "d", effect: "deny", why: "never", tools: ["bash"], commands: [{ words: ["cat", "x"] }] };

function setOf(rules: readonly Rule[], otherwise: "ask" | "deny" = "ask"): RuleSet {
  return { id: "test", otherwise, rules, digest: digestJson(sha256, "test") };
}

function command(text: string, whole = true): ShellNode {
  const words = text.split(" ").map((word) => ({ text: word, glob: false }));
  return { kind: "command", words, whole, inputs: [], source: text };
}

function shell(script: ShellNode | undefined, unclear: readonly string[] = []): ShellReading {
  return { script, unclear };
}

function decide(ruleSet: RuleSet, reading: ShellReading, args: JsonObject = {}): PermissionDecision {
  return decidePermission(ruleSet, { tool: "bash", args, shell: reading });
}

describe("the strictest wins", () => {
  test("deny before allow, whatever their order (T08)", () => {
    const effects = [
      [ALLOW, DENY],
      [DENY, ALLOW],
    ].map((rules) => decide(setOf(rules), shell(command("cat x"))).ruleId);
    expect(effects).toEqual(["d", "d"]);
  });

  test("every command of a script is judged, and the strictest decides (T08)", () => {
    const script: ShellNode = { kind: "join", link: "and", left: command("cat y"), right: command("rm y") };
    expect(decide(setOf([ALLOW]), shell(script))).toEqual({
      effect: "ask",
      ruleId: "otherwise",
      reasons: [
        { part: "cat y", effect: "allow", ruleId: "a", why: "reads" },
        { part: "rm y", effect: "ask", ruleId: "otherwise", why: "no rule speaks of it" },
      ],
    });
  });
});

describe("what is not known is not allowed", () => {
  test("a tool that no rule names is denied, also where the rest is asked (T08)", () => {
    expect(decidePermission(setOf([ALLOW]), { tool: "other", args: {} }).ruleId).toBe("unknown-tool");
  });

  test("a command that was not read is allowed by no rule for commands (T08)", () => {
    expect(decidePermission(setOf([ALLOW]), { tool: "bash", args: { command: "cat y" } }).effect).toBe("ask");
  });

  test("an unclear part asks, or denies where the rule set says so (T08)", () => {
    const reading = shell(command("cat y"), ["it loops"]);
    expect([decide(setOf([ALLOW]), reading).effect, decide(setOf([ALLOW], "deny"), reading).effect]).toEqual([
      "ask",
      "deny",
    ]);
  });

  test("a command with a word that was not resolved matches no allowing rule, and still one that denies (T08)", () => {
    expect([
      decide(setOf([ALLOW]), shell(command("cat y", false))).effect,
      decide(setOf([DENY]), shell(command("cat x", false))).effect,
    ]).toEqual(["ask", "deny"]);
  });

  test("a script without commands is not allowed (T08)", () => {
    expect(decide(setOf([ALLOW]), shell(undefined)).effect).toBe("ask");
  });

  test("a rule that denies holds where its field is absent, one that allows does not (T08)", () => {
    const when = [{ field: "path", in: ["/src/**"] }];
    const rule = (effect: "allow" | "deny"): Rule => ({ id: effect, effect, why: "w", tools: ["t"], when });
    const said = (effect: "allow" | "deny", args: JsonObject): string =>
      decidePermission(setOf([rule(effect)]), { tool: "t", args }).effect;
    expect(
      [{}, { path: 3 }, { path: "../src/a" }, { path: "src/a" }, { path: "SRC/a" }, { path: "a" }].map((args) => [
        said("allow", args),
        said("deny", args),
      ]),
    ).toEqual([
      ["ask", "deny"],
      ["ask", "deny"],
      ["ask", "deny"],
      ["allow", "deny"],
      ["allow", "deny"],
      ["ask", "ask"],
    ]);
  });
});

describe("cd is followed", () => {
  const rule: Rule = { ...ALLOW, commands: [{ words: ["cd"] }, { words: ["cat"] }, { words: ["git"], at: "root" }] };
  const join = (link: "and" | "or" | "then", left: ShellNode, right: ShellNode): ShellNode => ({
    kind: "join",
    link,
    left,
    right,
  });

  test.each<[string, ShellNode, string]>([
    ["cd a && cat ../x, where a may be a link", join("and", command("cd a"), command("cat ../x")), "ask"],
    ["cat a/../x, where a may be a link", command("cat a/../x"), "ask"],
    ["cd a && cat x", join("and", command("cd a"), command("cat x")), "allow"],
    ["cd a && cat ../../x", join("and", command("cd a"), command("cat ../../x")), "ask"],
    ["cd a; cat ../x, where cd may have failed", join("then", command("cd a"), command("cat ../x")), "ask"],
    ["cd a || cat ../x, where cd has failed", join("or", command("cd a"), command("cat ../x")), "ask"],
    ["(cd a) && cat ../x", join("and", { kind: "apart", parts: [command("cd a")] }, command("cat ../x")), "ask"],
    ["cd a && git log", join("and", command("cd a"), command("git log")), "ask"],
    [
      "cd a && cd .. && git log",
      join("and", join("and", command("cd a"), command("cd ..")), command("git log")),
      "allow",
    ],
    ["timeout 5 cd a && cat ../x", join("and", command("timeout 5 cd a"), command("cat ../x")), "ask"],
  ])("%s", (_, script, effect) => {
    expect(decide(setOf([rule]), shell(script)).effect).toBe(effect);
  });

  test("from the workdir that the call names", () => {
    const reading = shell(command("cat ../x"));
    expect([
      decide(setOf([rule]), reading, { workdir: "a" }).effect,
      decide(setOf([rule]), reading, { workdir: "." }).effect,
    ]).toEqual(["allow", "ask"]);
  });
});
