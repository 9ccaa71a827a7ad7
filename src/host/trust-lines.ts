import { canonicalJson, isJsonObject, type Json } from "#kernel";
import type { FoundConfig } from "./found-config.ts";

/** Longer values and lists are cut, and it is said: nobody trusts what was pushed out of sight. */
const LONGEST = 2000;
const MOST = 100;

/** What a person is to look at before they trust a configuration: where it is, its digest, and all that it would do. */
export function trustLines({
  path,
  digest,
  settings,
  files,
}: Pick<FoundConfig, "path" | "digest" | "settings" | "files">): readonly string[] {
  return [
    path,
    `  ${digest}`,
    ...settings.flatMap(({ path: key, value, why }) => [`  ${key}: ${why}`, ...cut(valueLines(value))]),
    ...(files.length === 0 ? [] : ["  files that it names, trusted as they are now:"]),
    ...cut(files.map((named) => `    ${named.path} ${named.digest}`)),
  ];
}

function valueLines(value: Json): readonly string[] {
  if (value === null) return [];
  const entries = isJsonObject(value) ? Object.entries(value) : undefined;
  const texts = entries?.map(([name, entry]) => `${name} = ${canonicalJson(entry)}`) ?? [canonicalJson(value)];
  return texts.map((text) => `    ${text}`);
}

function cut(lines: readonly string[]): readonly string[] {
  const shown = lines
    .slice(0, MOST)
    .map((line) =>
      line.length <= LONGEST
        ? line
        : `${line.slice(0, LONGEST).toWellFormed()}… and ${line.length - LONGEST} more characters: look at the file`,
    );
  return lines.length <= MOST ? shown : [...shown, `    … and ${lines.length - MOST} more: look at the file`];
}
