import { join } from "node:path";
import type { JoinCheckInput, MutationInput } from "#kernel";
import { alteredFile, closedFile, type Draft } from "./altered-turn.ts";
import { sendThrough } from "./full-turn.ts";
import type { TurnOutcome } from "./judge-turn.ts";
import { mutationFor } from "./mutation-for.ts";
import { type AdversarialRow, type GoldenRow, type Slice, SLICES } from "./turn-row.ts";
import { ADVERSARIAL_ROWS } from "./turn-rows/adversarial.ts";
import { GOLDEN_ROWS } from "./turn-rows/golden.ts";
import { LIE_ROWS } from "./turn-rows/lies.ts";
import { type Files, jsonFile, writeFiles } from "./write-files.ts";

/** What `expected.json` says about one turn. */
export type Expectation = TurnOutcome & { readonly slices: readonly (typeof SLICES)[Slice][] };

interface MadeTurn {
  readonly path: string;
  readonly input: JoinCheckInput;
  readonly mutation?: MutationInput;
  readonly expected: Expectation;
}

const FORGED = { callId: false, policyDigests: false } as const;

/** Every full turn there has to be, by its path below `turns/full/`, with `expected.json` and mutations beside. */
export function makeTurns(): Files {
  const turns = [...GOLDEN_ROWS.map(golden), ...[...ADVERSARIAL_ROWS, ...LIE_ROWS].map(adversarial)];
  const expectations = turns.map(({ path, expected }) => [`${path}.json`, expected] as const);
  return new Map([
    ...turns.flatMap(({ path, input, mutation }): [string, string][] => [
      [`${path}.json`, jsonFile(input)],
      ...(mutation === undefined ? [] : [[`${path}.mutation.json`, jsonFile(mutation)] satisfies [string, string]]),
    ]),
    ["expected.json", jsonFile(Object.fromEntries(expectations))],
  ]);
}

/** A golden turn's digest is the one that the doors computed while it was live. */
function golden({ name, slices, from, mutation, stored: store, withheld }: GoldenRow): MadeTurn {
  const path = `golden/${name}`;
  const live = sendThrough(from);
  if (!live.admitted) throw new Error(`${name} does not close: ${JSON.stringify(live.refusal.violations)}`);
  const { evidence, evidenceDigest } = live.next;
  const common = { slices: slices.map((slice) => SLICES[slice]), failureClasses: [] };
  if (withheld === undefined) {
    const expected: Expectation = { ...common, result: "accepted", evidenceDigest };
    const input = store === undefined ? evidence : alteredFile(evidence, store, FORGED);
    return { path, input, expected, ...(mutation && { mutation: mutationFor(evidence) }) };
  }
  // What a zero-retention mode stores is what was judged live, so the digest is the live one.
  return { path, input: evidence, expected: { ...common, result: "withheld", withheld, evidenceDigest } };
}

function adversarial(row: AdversarialRow): MadeTurn {
  const { name, slice, from, change = () => {}, forge = () => {}, spoil, expected: given } = row;
  const input = alteredFile(alteredFile(closedFile(from), change), forge, FORGED);
  const expected: Expectation =
    "unusable" in given
      ? { slices: [SLICES[slice]], result: "unusable", failureClasses: [], reason: given.unusable }
      : { slices: [SLICES[slice]], result: "rejected", failureClasses: given, answer: row.answer ?? "stop" };
  return { path: `adversarial/${name}`, input, expected, ...(spoil && { mutation: spoilt(input, spoil) }) };
}

function spoilt(input: JoinCheckInput, spoil: NonNullable<AdversarialRow["spoil"]>): MutationInput {
  const mutation = structuredClone(mutationFor(input)) as Draft<MutationInput>;
  spoil(mutation);
  return mutation;
}

if (import.meta.main) writeFiles(join(import.meta.dirname, "turns/full"), makeTurns());
