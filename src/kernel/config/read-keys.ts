import { quotedText } from "../json/quoted-text.ts";
import { isJsonObject, type Json } from "../json/value.ts";
import { findMisfit } from "../schema/misfit.ts";
import { free, map } from "../schema/schema.ts";
import { type KeyNode, type KeyTree, keyTree } from "./key-tree.ts";
import type { ConfigKey, ConfigTable } from "./keys.ts";
import { nearestWord } from "./nearest-word.ts";
import { secretProblem } from "./secret-problem.ts";

/** The keys that a configuration sets, by path, or the first thing that is wrong with it. */
export type KeysRead =
  | { readonly ok: true; readonly values: ReadonlyMap<string, Json> }
  | { readonly ok: false; readonly reason: string };

const ANY_OBJECT = map(free).node;
/** Longer keys are quoted in part. */
const KEY_SHOWN = 60;

/** Reads a configuration against the table. Nothing is guessed or dropped: an unknown key is refused, and the nearest one named. */
export function readKeys(value: Json, table: ConfigTable): KeysRead {
  const values = new Map<string, Json>();
  const secret = secretProblem(value);
  if (secret !== undefined) return { ok: false, reason: secret };
  const reason = readGroup(value, { tree: keyTree(table), path: "" }, values);
  return reason === undefined ? { ok: true, values } : { ok: false, reason };
}

interface Place {
  readonly tree: KeyTree;
  /** Empty at the top. */
  readonly path: string;
}

/** Adds a group's values; answers what is wrong, if anything. */
function readGroup(value: Json, place: Place, values: Map<string, Json>): string | undefined {
  if (!isJsonObject(value)) {
    const problem = findMisfit(value, ANY_OBJECT, "")?.problem ?? "";
    return `${place.path === "" ? "the configuration" : place.path} ${problem}`;
  }
  for (const [name, entry] of Object.entries(value)) {
    const node = place.tree.get(name);
    if (node === undefined) return unknownKey(name, place);
    const reason = readNode(entry, node, values, below(place.path, name));
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function readNode(value: Json, node: KeyNode, values: Map<string, Json>, path: string): string | undefined {
  if (node.kind === "group") return readGroup(value, { tree: node.tree, path }, values);
  values.set(path, value);
  return keyProblem(path, value, node.row);
}

/** Why a value is none for its key, or undefined. A blank text says nothing, so it is none. */
export function keyProblem(path: string, value: Json, { schema }: ConfigKey<Json>): string | undefined {
  const misfit = findMisfit(value, schema.node, path);
  if (misfit !== undefined) return `${misfit.path} ${misfit.problem}`;
  const blank = schema.node.kind === "text" && typeof value === "string" && !/\S/.test(value);
  return blank ? `${path} is blank; give it a value or leave it out` : undefined;
}

function unknownKey(name: string, { tree, path }: Place): string {
  const shown = name.length > KEY_SHOWN ? `${name.slice(0, KEY_SHOWN)}…` : name;
  const near = nearestWord(name, [...tree.keys()]);
  const known = [...tree.keys()].map((key) => below(path, key)).join(", ");
  const advice = near === undefined ? `known keys are ${known}` : `the nearest known key is ${below(path, near)}`;
  return `unknown key ${quotedText(below(path, shown))}; ${advice}`;
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
