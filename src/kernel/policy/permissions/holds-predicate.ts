import { canonicalJson } from "../../digest/canonical.ts";
import { compileGlob } from "../../gate/paths.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { parseWorkspacePath } from "../workspace-path.ts";
import type { PermissionEffect, Predicate } from "./rule-set.ts";
import { namesSecret } from "./sensitive-path.ts";

/** Whether a rule's conditions are met. What cannot be told satisfies no rule that allows, and escapes none that asks or denies (SECURITY 5.3). */
export function conditionsMet(when: readonly Predicate[], args: JsonObject, effect: PermissionEffect): boolean {
  return when.every((predicate) => holds(predicate, args) ?? effect !== "allow");
}

/** Undefined when the field is absent or of another type. */
function holds(predicate: Predicate, args: JsonObject): boolean | undefined {
  const value = Object.hasOwn(args, predicate.field) ? args[predicate.field] : undefined;
  if (value === undefined) return "secret" in predicate ? false : undefined;
  if ("equals" in predicate) return isSame(value, predicate.equals);
  if ("one_of" in predicate) return predicate.one_of.some((choice) => isSame(value, choice));
  if (typeof value !== "string") return undefined;
  if ("secret" in predicate) return isSecret(value);
  return "max_length" in predicate ? value.length <= predicate.max_length : isAmong(value, predicate.in);
}

/** What is no path in the workspace is not to be told, unless it is the root itself, or turns a glob around. */
function isSecret(text: string): boolean | undefined {
  const path = text.replace(/^!/, "");
  if (namesSecret(path.split("/"), "program")) return true;
  return parseWorkspacePath(path).ok ? false : undefined;
}

function isSame(value: Json, other: Json): boolean {
  return canonicalJson(value) === canonicalJson(other);
}

/** Names are compared without case: on some file systems `.ENV` is `.env` (CVE-2025-59944). */
function isAmong(text: string, globs: readonly string[]): boolean | undefined {
  const read = parseWorkspacePath(text);
  if (!read.ok) return undefined;
  const path = `/${read.parts.join("/")}`.toLowerCase();
  return globs.some((glob) => compileGlob(glob.toLowerCase())(path));
}
