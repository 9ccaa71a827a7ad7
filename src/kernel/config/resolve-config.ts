import type { Json } from "../json/value.ts";
import type { SchemaNode } from "../schema/schema.ts";
import { CONFIG_KEYS, type ConfigKey, type ConfigTable, type DefaultedValues, type OptionalValues } from "./keys.ts";
import { keyProblem, readKeys } from "./read-keys.ts";

/** A configuration file as it was read. */
export interface ConfigFile {
  readonly path: string;
  readonly value: Json;
}

/** Everything that may set a key, weakest first; the table's defaults stand below. */
export interface ConfigLayers {
  readonly file: ConfigFile | undefined;
  readonly environment: (name: string) => string | undefined;
  readonly flags: ReadonlyMap<string, string>;
}

/** Where a value came from. */
export type ConfigOrigin =
  | { readonly kind: "default" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "environment"; readonly name: string }
  | { readonly kind: "flag"; readonly name: string };

/** A value and where it came from. */
export interface Setting {
  readonly value: Json;
  readonly origin: ConfigOrigin;
}

/** One key of the table and its setting; undefined when nobody sets it and it has no default. */
export interface ConfigRow {
  readonly path: string;
  readonly setting: Setting | undefined;
}

/** The configuration that holds: values by path for those who use them, every key in the table's order for those who show them. */
export interface ResolvedConfig {
  readonly values: DefaultedValues & Partial<OptionalValues>;
  readonly rows: readonly ConfigRow[];
}

/** A configuration, or one sentence on what is wrong and where. */
export type ConfigResolution =
  | { readonly ok: true; readonly config: ResolvedConfig }
  | { readonly ok: false; readonly reason: string };

/** Merges the layers key by key: default, file, environment, flag, the last one counts. Pure and total. */
export function resolveConfig(layers: ConfigLayers): ConfigResolution {
  const merged = mergeLayers(layers, CONFIG_KEYS);
  if (!merged.ok) return merged;
  const given = merged.rows.flatMap(({ path, setting }) => (setting === undefined ? [] : [[path, setting.value]]));
  const values: unknown = Object.fromEntries(given);
  // Every value was read against its row of the table, which has earned the types.
  return { ok: true, config: { values: values as ResolvedConfig["values"], rows: merged.rows } };
}

type Merge =
  | { readonly ok: true; readonly rows: readonly ConfigRow[] }
  | { readonly ok: false; readonly reason: string };

/** The settings of any table's keys, in its order. */
export function mergeLayers(layers: ConfigLayers, table: ConfigTable): Merge {
  const read = layers.file === undefined ? undefined : readKeys(layers.file.value, table);
  if (read?.ok === false) return { ok: false, reason: `${layers.file?.path ?? ""}: ${read.reason}` };
  const rows: ConfigRow[] = [];
  for (const [path, key] of Object.entries(table)) {
    const inFile = fromFile(read?.values.get(path), layers);
    const setting = fromFlag(key, layers) ?? fromEnvironment(key, layers) ?? inFile ?? fromDefault(key);
    const problem = setting === undefined ? undefined : keyProblem(path, setting.value, key);
    if (setting !== undefined && problem !== undefined)
      return { ok: false, reason: `${originText(setting.origin)}: ${problem}` };
    rows.push({ path, setting });
  }
  return { ok: true, rows };
}

function fromFlag({ flag, schema }: ConfigKey<Json>, { flags }: ConfigLayers): Setting | undefined {
  const said = flag === undefined ? undefined : flags.get(flag);
  if (flag === undefined || said === undefined) return undefined;
  return { value: saidValue(said, schema.node), origin: { kind: "flag", name: flag } };
}

function fromEnvironment(key: ConfigKey<Json>, layers: ConfigLayers): Setting | undefined {
  const { environment: variable, schema } = key;
  const text = variable === undefined ? undefined : layers.environment(variable.name);
  if (variable === undefined || text === undefined || text === "") return undefined;
  return {
    value: variable.means ?? saidValue(text, schema.node),
    origin: { kind: "environment", name: variable.name },
  };
}

const WHOLE = /^(?:0|[1-9][0-9]{0,15})$/;

/** What a word of the command line or the environment means to a key that holds a number; a word that is none stays as it is. */
function saidValue(said: string, node: SchemaNode): Json {
  return node.kind === "count" && WHOLE.test(said) ? Number(said) : said;
}

function fromFile(value: Json | undefined, { file }: ConfigLayers): Setting | undefined {
  return file === undefined || value === undefined ? undefined : { value, origin: { kind: "file", path: file.path } };
}

function fromDefault({ fallback }: ConfigKey<Json>): Setting | undefined {
  return fallback === undefined ? undefined : { value: fallback, origin: { kind: "default" } };
}

/** An origin in words: `default`, a file's path, a variable's name, a flag. */
export function originText(origin: ConfigOrigin): string {
  switch (origin.kind) {
    case "default":
      return "default";
    case "file":
      return `file ${origin.path}`;
    case "environment":
      return `environment ${origin.name}`;
    case "flag":
      return `flag --${origin.name}`;
    default:
      return origin satisfies never;
  }
}
