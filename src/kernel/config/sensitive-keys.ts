import { isJsonObject, type Json } from "../json/value.ts";
import { namesSecret } from "../policy/permissions/sensitive-path.ts";
import { AGENTS_EQUIVALENTS, AGENTS_FILE } from "./instruction-files.ts";
import type { ConfigPath, DefaultedValues, OptionalValues } from "./keys.ts";
import type { ResolvedConfig } from "./resolve-config.ts";
import { shownValue } from "./shown-rows.ts";

/** What holds where the file says nothing. */
type WithoutFile = DefaultedValues & Partial<OptionalValues>;

/** Why a key of a file that somebody else may have written asks for a person's trust, and when it does. */
interface SensitiveKey {
  readonly when: string;
  readonly why: string;
  readonly isSensitive: (value: Json, without: WithoutFile) => boolean;
}

/** A setting that asks for trust, as it may be shown. */
export interface SensitiveSetting {
  readonly path: string;
  readonly value: Json;
  readonly why: string;
}

/** How far each profile lets commands reach; those without walls of ours reach everything. */
const REACH: Readonly<Record<string, number>> = {
  "read-only": 0,
  "workspace-write": 1,
  "external-sandbox": 2,
  "danger-full-access": 2,
};
/** The rule sets that have a name, by what they allow; anything else is a file, of which nothing is known. */
const LEAVE: Readonly<Record<string, number>> = { "read-only": 0, "workspace-write": 1 };
/** What can only be the name of a guard that came with the program, and no path. */
const BUILT_IN_NAME = /^[a-z][a-z0-9-]*$/;

const INSTRUCTION_FILES: ReadonlySet<Json> = new Set([AGENTS_FILE, ...AGENTS_EQUIVALENTS]);

/** What people write for agents to read, as far as a name tells. */
const isInstructionFile = (name: Json): boolean =>
  INSTRUCTION_FILES.has(name) || (typeof name === "string" && name.endsWith(".md") && !namesSecret(name.split("/")));
const hasEntries = (value: Json): boolean => !isJsonObject(value) || Object.keys(value).length > 0;
const rank = (table: Readonly<Record<string, number>>, word: Json): number =>
  typeof word === "string" && Object.hasOwn(table, word) ? (table[word] ?? Infinity) : Infinity;

/** Every key that can reach beyond the walls or move them (CVE-2026-21852 and its class). All others are limits, looks and text. */
export const SENSITIVE_KEYS: Readonly<Partial<Record<ConfigPath, SensitiveKey>>> = {
  providers: {
    when: "it has an entry",
    why: "sends the work, and the key in a variable that it names, to an address that it names",
    isSensitive: hasEntries,
  },
  mcp: {
    when: "it has an entry",
    why: "starts programs outside of the sandbox, or sends variables to an address",
    isSensitive: hasEntries,
  },
  guards: {
    when: "one of them is a module",
    why: "runs code outside of the sandbox",
    isSensitive: (value) =>
      !Array.isArray(value) || !value.every((name) => typeof name === "string" && BUILT_IN_NAME.test(name)),
  },
  prices: {
    when: "it has an entry",
    why: "makes a bound on cost worth as little as it says",
    isSensitive: hasEntries,
  },
  "instructions.files": {
    when: "one of them is neither a known instruction file nor Markdown, or may hold a secret by its name",
    why: "sends files to the provider before anybody is asked",
    isSensitive: (value) => !Array.isArray(value) || !value.every(isInstructionFile),
  },
  permissions: {
    when: "it is a rule file, or allows more than the rules that hold without it",
    why: "decides which calls run without a question",
    isSensitive: (value, { "sandbox.profile": profile }) =>
      rank(LEAVE, value) > (profile === "read-only" ? rank(LEAVE, profile) : rank(LEAVE, "workspace-write")),
  },
  "sandbox.profile": {
    when: "it is weaker than the one that holds without it",
    why: "takes away walls that commands run behind",
    isSensitive: (value, { "sandbox.profile": profile }) => rank(REACH, value) > rank(REACH, profile),
  },
  "sandbox.network": {
    when: "it is `full`",
    why: "lets commands reach the network",
    isSensitive: (value) => value !== "none",
  },
  stateDir: {
    when: "it leads out of the repository",
    why: "writes outside of the repository",
    isSensitive: (value) => typeof value !== "string" || /^[/\\~]|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(value),
  },
};

/**
 * The settings of a file that ask for trust, in the table's order: only those that hold, for a flag or a variable may be stronger. Pure.
 */
export function sensitiveSettings({ rows }: ResolvedConfig, without: WithoutFile): readonly SensitiveSetting[] {
  return rows.flatMap(({ path, setting }) => {
    const key = Object.hasOwn(SENSITIVE_KEYS, path) ? SENSITIVE_KEYS[path as ConfigPath] : undefined;
    if (key === undefined || setting?.origin.kind !== "file" || !key.isSensitive(setting.value, without)) return [];
    return [{ path, value: shownValue(path, setting.value), why: key.why }];
  });
}
