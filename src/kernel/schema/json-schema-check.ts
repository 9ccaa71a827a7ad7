import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { LIST_KEYWORDS } from "./json-schema-lists.ts";
import { LOGIC_KEYWORDS } from "./json-schema-logic.ts";
import {
  type Check,
  enter,
  type Found,
  joined,
  leave,
  type Mark,
  newRun,
  type Node,
  one,
  type SchemaProblem,
  shortened,
  spend,
} from "./json-schema-node.ts";
import { OBJECT_KEYWORDS } from "./json-schema-objects.ts";
import { followPointer, type Placed, rootOf } from "./json-schema-pointer.ts";
import { SCALAR_KEYWORDS, typeCheck } from "./json-schema-scalars.ts";
import { type Part, shortPlace, Site } from "./json-schema-site.ts";
import { leftovers } from "./json-schema-unevaluated.ts";

export type { SchemaProblem };

/** A schema made ready for many values. Never throws; no problems means the value satisfies the schema. */
export type SchemaCheck = (value: Json) => readonly SchemaProblem[];

/**
 * The check a JSON Schema stands for (draft 2020-12, and draft 07 where tools still write it). Never throws.
 * A schema that cannot be evaluated in full refuses every value: half a check would pass for a whole one (K04).
 */
export function compileSchema(schema: Json): SchemaCheck {
  const document = new Document();
  const top = document.compile(schema);
  if (document.trouble !== undefined) {
    const problems = one(`the schema cannot be evaluated: ${document.trouble}`);
    return () => problems;
  }
  return (value: Json | undefined) => {
    if (value === undefined) return one("is absent");
    const run = newRun();
    const found = top.check(value, run);
    return run.stopped === undefined ? (found ?? NONE) : one(`the value cannot be checked: ${run.stopped}`);
  };
}

/** Why a schema cannot be evaluated, or undefined: then {@link compileSchema} judges every value by all of it. */
export function schemaFault(schema: Json): string | undefined {
  const document = new Document();
  document.compile(schema);
  return document.trouble;
}

const NONE: readonly SchemaProblem[] = Object.freeze([]);

const KEYWORDS = [...LOGIC_KEYWORDS, ...SCALAR_KEYWORDS, ...LIST_KEYWORDS, ...OBJECT_KEYWORDS];

const ANNOTATIONS: readonly string[] = [
  ..."title description default examples deprecated readOnly writeOnly".split(" "),
  ..."$schema $id $comment format contentEncoding contentMediaType".split(" "),
];

const DEFINITIONS = ["$defs", "definitions"];

const KNOWN: ReadonlySet<string> = new Set([
  ...KEYWORDS.flatMap(({ names }) => names),
  "type",
  "unevaluatedItems",
  "unevaluatedProperties",
  ...DEFINITIONS,
  ...ANNOTATIONS,
]);

interface Task extends Placed {
  readonly node: Node;
  readonly where: string;
}

/** One document while it is compiled. Work waits in a list, so that a deep schema or a long chain of references needs no stack. */
class Document {
  trouble: string | undefined;
  readonly #tasks: Task[] = [];
  readonly #nodes = new Map<Json, Node>();

  compile(schema: Json): Node {
    const top = this.#place({ schema, root: schema }, "#");
    // The list grows while it is worked off.
    for (const task of this.#tasks) this.#fill(task);
    if (hasCircle(this.#tasks.map(({ node }) => node))) this.#refuse("its references lead back to themselves");
    return top;
  }

  #refuse(reason: string): void {
    this.trouble ??= reason;
  }

  /** The node of a schema; the same object has the same node, which is what ends recursion. */
  #place(placed: Placed, where: string): Node {
    const { schema } = placed;
    const known = isJsonObject(schema) ? this.#nodes.get(schema) : undefined;
    if (known !== undefined) return known;
    const node: Node = { check: () => undefined, mark: undefined, inPlace: [] };
    if (isJsonObject(schema)) this.#nodes.set(schema, node);
    this.#tasks.push({ ...placed, node, where });
    return node;
  }

  #fill({ node, schema, root, where }: Task): void {
    if (isJsonObject(schema)) this.#fillFrom(node, schema, { root, where });
    else if (typeof schema === "boolean") node.check = schema ? anything : nothing;
    else this.#refuse(`${shortPlace(where)} is malformed`);
  }

  #fillFrom(node: Node, schema: JsonObject, { root, where }: Pick<Task, "root" | "where">): void {
    const site = new Site(schema, where, {
      subschema: (below, place) => this.#place({ schema: below, root: rootOf(below, root) }, place),
      target: (ref) => {
        const placed = followPointer(root, ref);
        return placed && this.#place(placed, shortened(ref));
      },
      refuse: (reason) => this.#refuse(reason),
    });
    for (const key of Object.keys(schema)) {
      if (!KNOWN.has(key) && !key.startsWith("x-")) site.refuse(shortened(key), "is not supported");
    }
    for (const name of DEFINITIONS) site.read(name, (given) => (isJsonObject(given) ? given : undefined));
    Object.assign(node, nodeOf(site));
  }
}

// Even these count their steps: a schema can ask for them a million times.
const anything: Check = (_value, run) => (spend(run, 1) ? undefined : STOPPED);
const nothing: Check = (_value, run) => (spend(run, 1) ? NOT_ALLOWED : STOPPED);

const NOT_ALLOWED = one("is not allowed");
const STOPPED = one("was not checked");

function nodeOf(site: Site): Node {
  const present = KEYWORDS.filter(({ names }) => names.some((name) => site.has(name)));
  const parts = present.flatMap(({ compile }) => compile(site) ?? []);
  const last = leftovers(site, marksOf(parts));
  const marks = marksOf([...parts, ...last]);
  return {
    inPlace: parts.flatMap(({ inPlace }) => inPlace ?? []),
    check: stepwise({ cost: costOf(parts), steps: [listOf(typeCheck(site)), checksOf(parts), checksOf(last)] }),
    mark: (value, run, seen) => {
      // A run that has stopped did so because this would go too deep or take too long.
      if (run.stopped === undefined) for (const mark of marks) mark(value, run, seen);
    },
  };
}

function listOf<T>(item: T | undefined): readonly T[] {
  return item === undefined ? [] : [item];
}

function marksOf(parts: readonly Part[]): readonly Mark[] {
  return parts.flatMap(({ mark }) => listOf(mark));
}

function checksOf(parts: readonly Part[]): readonly Check[] {
  return parts.flatMap(({ check }) => listOf(check));
}

function costOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + (part.cost ?? 0), 1);
}

/** Runs all checks of a step; the next step only when they found nothing, since its problems would be theirs again. */
function stepwise({ cost, steps }: { cost: number; steps: readonly (readonly Check[])[] }): Check {
  const taken = steps.filter((checks) => checks.length > 0);
  return (value, run) => {
    if (!enter(run, cost)) return STOPPED;
    let found: Found;
    for (const checks of taken) {
      for (const check of checks) found = withMore(found, check(value, run));
      if (found !== undefined) break;
    }
    leave(run);
    return found;
  };
}

function withMore(found: Found, more: Found): Found {
  return more === undefined ? found : joined(found, more);
}

/** Whether some schema, by applying others to the same value, comes back to itself: no value would ever get out. */
function hasCircle(nodes: readonly Node[]): boolean {
  const users = new Map<Node, number>();
  for (const node of nodes) for (const used of node.inPlace) users.set(used, (users.get(used) ?? 0) + 1);
  const free = nodes.filter((node) => !users.has(node));
  // The list grows while it is worked off: who has lost its last user is free too.
  for (const node of free) {
    for (const used of node.inPlace) {
      const left = (users.get(used) ?? 0) - 1;
      users.set(used, left);
      if (left === 0) free.push(used);
    }
  }
  return free.length < nodes.length;
}
