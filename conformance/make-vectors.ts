import { join } from "node:path";
import { FAIL_CLOSED, type FailClass, type JoinCheckInput, type MutationInput } from "#kernel";
import { alteredFile, closedFile, type Draft } from "./altered-turn.ts";
import type { FullTurn } from "./full-turn.ts";
import { mutationFor } from "./mutation-for.ts";
import { type Files, jsonFile, writeFiles } from "./write-files.ts";
import { CALL, type Change, type Expected, type TripRow, type VectorRow } from "./vector-row.ts";
import { CALLER_ROWS } from "./vector-rows/caller.ts";
import { CONTEXT_ROWS } from "./vector-rows/context.ts";
import { COORDINATION_ROWS } from "./vector-rows/coordination.ts";
import { FORM_ROWS } from "./vector-rows/form.ts";
import { GOVERNANCE_ROWS } from "./vector-rows/governance.ts";
import { GUARDRAIL_ROWS } from "./vector-rows/guardrail.ts";
import { JOIN_ROWS } from "./vector-rows/join.ts";
import { MUTATION_ROWS } from "./vector-rows/mutation.ts";
import { PROTOCOL_ROWS } from "./vector-rows/protocol.ts";
import { REQUEST_ROWS } from "./vector-rows/request.ts";
import { RUNTIME_ROWS } from "./vector-rows/runtime.ts";

const ROWS: readonly VectorRow[] = [
  ...JOIN_ROWS,
  ...FORM_ROWS,
  ...REQUEST_ROWS,
  ...CALLER_ROWS,
  ...PROTOCOL_ROWS,
  ...RUNTIME_ROWS,
  ...CONTEXT_ROWS,
  ...COORDINATION_ROWS,
  ...GOVERNANCE_ROWS,
  ...GUARDRAIL_ROWS,
  ...MUTATION_ROWS,
];

const FORGED = { callId: false, policyDigests: false } as const;
const nothing: Change = () => {};

/** Every vector there has to be, by its path below `vectors/`. */
export function makeVectors(): Files {
  return new Map(ROWS.flatMap((row) => [holdsFile(row), ...row.cases.map((trip) => tripsFile(row, trip))]));
}

function holdsFile(row: VectorRow): [string, string] {
  const input = build(row.from, [row.change], undefined);
  return [`${row.class}/holds.json`, vectorText({ failClass: row.class, why: row.holds, input, trips: [] })];
}

function tripsFile(row: VectorRow, trip: TripRow): [string, string] {
  // The row's own change belongs to its turn; a case of another turn starts from that turn alone.
  const input = build(
    trip.from ?? row.from,
    [trip.from === undefined ? row.change : undefined, trip.change],
    trip.forge,
  );
  const name = trip.name === undefined ? "trips" : `trips-${trip.name}`;
  const { why, spoil, trips } = trip;
  return [
    `${row.class}/${name}.json`,
    vectorText({ failClass: row.class, why, input, trips, ...(spoil && { spoil }) }),
  ];
}

/** A turn's file with changes an honest producer would have digested, then with what is forged. */
function build(turn: FullTurn, changes: readonly (Change | undefined)[], forge: Change | undefined): JoinCheckInput {
  const changed = alteredFile(closedFile(turn), (draft) => changes.forEach((change) => change?.(draft)));
  return alteredFile(changed, forge ?? nothing, FORGED);
}

interface VectorParts {
  readonly failClass: FailClass;
  readonly why: string;
  readonly input: JoinCheckInput;
  readonly spoil?: TripRow["spoil"];
  readonly trips: readonly Expected[];
}

function vectorText({ failClass, why, input, spoil, trips }: VectorParts): string {
  const { callId } = input.evidence.callSpec;
  const violations = trips.map(([subject, path, other]) => {
    return { class: other ?? failClass, subject: subject === CALL ? callId : subject, path };
  });
  const stageM = FAIL_CLOSED[failClass].full.some((rule) => rule.stage === "mutation");
  return jsonFile({ class: failClass, why, input, ...(stageM ? { mutation: spoilt(input, spoil) } : {}), violations });
}

function spoilt(input: JoinCheckInput, spoil: TripRow["spoil"]): MutationInput {
  const mutation = structuredClone(mutationFor(input)) as Draft<MutationInput>;
  spoil?.(mutation);
  return mutation;
}

if (import.meta.main) writeFiles(join(import.meta.dirname, "vectors"), makeVectors());
