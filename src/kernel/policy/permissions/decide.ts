import type { JsonObject } from "../../json/value.ts";
import { clipText } from "../tool-failure.ts";
import { followPlaces } from "./follow-places.ts";
import { conditionsMet } from "./holds-predicate.ts";
import { beginsWith, matchesCommand } from "./match-command.ts";
import { type PlacedCommand, startPlaces } from "./place.ts";
import { type PermissionEffect, type Rule, type RuleSet, strictest } from "./rule-set.ts";
import type { ShellReading } from "./shell-script.ts";
import { unwrapPlaced } from "./unwrap-command.ts";

/** A call that wants to run. `shell` is what its `command` was read as; a tool without one runs no command. */
export interface PermissionCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly shell?: ShellReading;
  /** The workspace's root, absolute and plain; without it every absolute path is outside. */
  readonly root?: string;
}

/** What was said of one part of a call, by which rule and why. */
export interface PermissionReason {
  /** The simple command, or the tool. */
  readonly part: string;
  readonly effect: PermissionEffect;
  readonly ruleId: string;
  readonly why: string;
}

/** The decision on a call: the strictest of its reasons, of which there is at least one. */
export interface PermissionDecision {
  readonly effect: PermissionEffect;
  readonly ruleId: string;
  readonly reasons: readonly [PermissionReason, ...PermissionReason[]];
}

/** Names of decisions that no written rule made. A rule set cannot take them. */
export const BUILT_IN_RULES: Readonly<Record<"otherwise" | "unknown-tool" | "unclear" | "too-many-commands", string>> =
  {
    otherwise: "no rule speaks of it",
    "unknown-tool": "no rule names this tool",
    unclear: "the command cannot be resolved",
    "too-many-commands": "more commands than anybody would look through",
  };

/** A longer script is denied, not asked about: a question nobody reads is no question. */
export const MOST_COMMANDS = 50;
const SHOWN = 200;

/** Decides on a call. Pure and total: deny before ask before allow, and what no rule knows is never allowed (T08). */
export function decidePermission(ruleSet: RuleSet, call: PermissionCall): PermissionDecision {
  const rules = ruleSet.rules.filter(({ tools }) => tools.includes(call.tool));
  if (rules.length === 0) return decided([builtIn("unknown-tool", "deny", call.tool)]);
  const applying = rules.filter(({ when = [], effect }) => conditionsMet(when, call.args, effect));
  if (call.shell === undefined) {
    const said = strictest(applying.filter(({ commands, effect }) => commands === undefined || effect !== "allow"));
    return decided([reasonOf(said, call.tool, ruleSet)]);
  }
  const placed = followPlaces(call.shell.script, startPlaces(call.args["workdir"], call.root), call.root);
  if (placed.length > MOST_COMMANDS) {
    return decided([builtIn("too-many-commands", "deny", `${placed.length} commands`)]);
  }
  const unclear = call.shell.unclear.map((why) => ({ ...builtIn("unclear", ruleSet.otherwise, call.tool), why }));
  const judged = placed.map((leaf) => judgeCommand(leaf, applying, ruleSet));
  return decided(
    judged.length + unclear.length === 0 ? [reasonOf(undefined, call.tool, ruleSet)] : [...judged, ...unclear],
  );
}

function judgeCommand(placed: PlacedCommand, rules: readonly Rule[], ruleSet: RuleSet): PermissionReason {
  const inner = unwrapPlaced(placed);
  const forms = inner === placed ? [placed] : [placed, inner];
  const said = strictest(
    rules.filter(
      ({ commands, effect }) =>
        commands === undefined ||
        commands.some((pattern) => forms.some((form) => matchesCommand(form, pattern, effect))),
    ),
  );
  if (said !== undefined) return reasonOf(said, placed.command.source, ruleSet);
  const near = rules.find(({ commands = [] }) => commands.some((pattern) => beginsWith(inner.command.words, pattern)));
  const unsaid = builtIn("otherwise", ruleSet.otherwise, placed.command.source);
  return near === undefined
    ? unsaid
    : { ...unsaid, why: `${near.id} speaks of it, but not in this form or this place` };
}

function reasonOf(rule: Rule | undefined, part: string, { otherwise }: RuleSet): PermissionReason {
  if (rule === undefined) return builtIn("otherwise", otherwise, part);
  return { part: clipText(part, SHOWN), effect: rule.effect, ruleId: rule.id, why: rule.why };
}

function builtIn(ruleId: keyof typeof BUILT_IN_RULES, effect: PermissionEffect, part: string): PermissionReason {
  return { part: clipText(part, SHOWN), effect, ruleId, why: BUILT_IN_RULES[ruleId] };
}

function decided(reasons: readonly PermissionReason[]): PermissionDecision {
  const [first, ...others] = reasons;
  const said = strictest(reasons);
  if (first === undefined || said === undefined) return decided([builtIn("unclear", "deny", "")]);
  return { effect: said.effect, ruleId: said.ruleId, reasons: [first, ...others] };
}
