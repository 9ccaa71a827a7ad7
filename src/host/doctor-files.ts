import { DEFAULT_RULE_SETS, type ResolvedConfig } from "#kernel";
import type { HostPorts } from "./action.ts";
import { type DoctorRow, listed, row } from "./doctor-row.ts";
import { below } from "./path-text.ts";

/** Whether the files are there that a configuration names: rules, and modules of guards. Nothing of them is run. */
export function filesRows(
  { permissions, guards }: ResolvedConfig["values"],
  workspace: string,
  { kindOf }: Pick<HostPorts, "kindOf">,
): readonly DoctorRow[] {
  const isThere = (path: string): boolean => kindOf(path) === "file";
  return [
    ...(permissions === undefined ? [] : [rules(permissions, isThere)]),
    ...(guards.length === 0 ? [] : [guardsRow(guards, (name) => isThere(placeOf(name, workspace)))]),
  ];
}

function rules(name: string, isThere: (path: string) => boolean): DoctorRow {
  if (Object.hasOwn(DEFAULT_RULE_SETS, name)) return row("permissions", `the rules ${name}`);
  if (isThere(name)) return row("permissions", `${name}; 'tusk permissions lint ${name}' judges it`);
  const known = Object.keys(DEFAULT_RULE_SETS).join(", ");
  return row("permissions", `there is no rule file ${name}`, [
    "fail",
    `name one of ${known}, or a rule file that is there`,
  ]);
}

function guardsRow(guards: readonly string[], isThere: (name: string) => boolean): DoctorRow {
  const missing = guards.filter((name) => name.includes("/") && !isThere(name));
  if (missing.length === 0) return row("guards", `${listed(guards)}; modules were not run`);
  return row("guards", `there is no module ${listed(missing)}`, [
    "fail",
    "name a module by its path from the workspace, or take it out of tusk.config",
  ]);
}

function placeOf(name: string, workspace: string): string {
  return name.startsWith("/") ? name : below(workspace, name);
}
