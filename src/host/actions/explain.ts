import {
  type Answer,
  FAIL_CLASSES,
  FAIL_CLOSED,
  type FailClass,
  isJsonObject,
  type Json,
  type JsonObject,
  nearestWord,
  parseFailClass,
  readJson,
  REFERENCE_CLASSES,
} from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { type Change, changesBetween } from "../changes.ts";

/** One rule of a class, in words. */
export interface ExplainedRule {
  readonly stage: string;
  readonly answer: Answer;
  readonly when: string;
}

/** The smallest pair of turns that shows the difference: one that holds, one that trips, and where they differ. */
export interface Example {
  readonly holds: string;
  readonly trips: string;
  readonly changes: readonly Change[];
  readonly violations: readonly { readonly class: string; readonly subject: string; readonly path: string }[];
}

/** Everything there is to say about one class. */
export interface ExplainedClass {
  readonly class: FailClass;
  readonly profiles: readonly ("reference" | "full")[];
  readonly clause: string;
  readonly means: string;
  readonly remedy: string;
  readonly rules: readonly ExplainedRule[];
  readonly example: Example | undefined;
}

/** One class in full, or all of them in short. */
export type ExplainData =
  | { readonly kind: "one"; readonly explained: ExplainedClass }
  | { readonly kind: "all"; readonly classes: readonly ExplainedClass[] };

/** Explains one class, or lists all 42 (K10). The example is read from the vectors that prove the rule. */
export function run(args: Arguments, ports: HostPorts): Outcome<ExplainData> {
  const name = args.operands[0];
  if (name === undefined) {
    const classes = FAIL_CLASSES.map((failClass) => explain(failClass, undefined));
    return { ok: true, data: { kind: "all", classes } };
  }
  const failClass = parseFailClass(name);
  if (failClass === undefined) {
    const near = nearestWord(name, FAIL_CLASSES);
    const hint = near === undefined ? "run 'tusk explain' for all of them" : `did you mean ${near}?`;
    return { ok: false, message: `error: there is no class ${name}; ${hint}` };
  }
  return { ok: true, data: { kind: "one", explained: explain(failClass, exampleOf(failClass, ports)) } };
}

/** Stages as the documents name them. */
const STAGE_WORD = {
  wire: "join",
  requests: "requests",
  guard: "requests (permission)",
  join: "join",
  mutation: "mutation",
} as const;

function explain(failClass: FailClass, example: Example | undefined): ExplainedClass {
  const { clause, means, remedy, full } = FAIL_CLOSED[failClass];
  const rules = full.map(({ stage, answer, when }) => ({ stage: STAGE_WORD[stage], answer, when }));
  const inReference = REFERENCE_CLASSES.some((known) => known === failClass);
  return {
    class: failClass,
    profiles: inReference ? ["reference", "full"] : ["full"],
    clause,
    means,
    remedy,
    rules,
    example,
  };
}

/** The example in the class's two vectors; undefined where the vectors are not installed. */
function exampleOf(failClass: FailClass, ports: HostPorts): Example | undefined {
  const holds = readVector(`conformance/vectors/${failClass}/holds.json`, ports);
  const trips = readVector(`conformance/vectors/${failClass}/trips.json`, ports);
  if (holds === undefined || trips === undefined) return undefined;
  return {
    holds: textOf(holds["why"]),
    trips: textOf(trips["why"]),
    changes: changesBetween(judged(holds), judged(trips)),
    violations: violationsOf(trips["violations"]),
  };
}

/** What a vector gives to the gate. */
function judged({ input = null, mutation }: JsonObject): Json {
  return mutation === undefined
    ? { ...(isJsonObject(input) ? input : {}) }
    : { ...(isJsonObject(input) ? input : {}), mutation };
}

function readVector(path: string, ports: HostPorts): JsonObject | undefined {
  const file = ports.readOwn(path);
  if (!file.ok) return undefined;
  const reading = readJson(file.bytes, ports.utf8);
  return reading.ok && isJsonObject(reading.value) ? reading.value : undefined;
}

function violationsOf(given: Json | undefined): Example["violations"] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((row: Json) => {
    if (!isJsonObject(row)) return [];
    return [{ class: textOf(row["class"]), subject: textOf(row["subject"]), path: textOf(row["path"]) }];
  });
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
