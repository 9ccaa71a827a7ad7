import * as fc from "fast-check";
import { type Dependency, Float, type Issue, type Json, type Lease, type Timestamp, timestampOfNanos } from "#kernel";

const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "bd-1", "a\nb", '"\\', "\u2028é😀"));
const moment: fc.Arbitrary<Timestamp> = fc
  .bigInt({ min: -62_167_219_200_000_000_000n, max: 253_402_300_799_999_999_999n })
  .map(timestampOfNanos);
// Sixty-fourths: the reference's way of reading (contract 0.3) moves the last digit of longer fractions.
const float = fc.integer({ min: -1e9, max: 1e9 }).map((value) => {
  const part = value / 64;
  return Number.isInteger(part) ? new Float(part) : part;
});
const number = fc.oneof(
  fc.maxSafeInteger(),
  float,
  fc.bigInt({ min: 9_007_199_254_740_992n, max: 18_446_744_073_709_551_615n }),
);
// Names that no issue has, and none that an object would put in another order.
const foreignKey = fc.string({ unit: "binary", maxLength: 4 }).map((key) => `x${key}`);
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    text,
    number,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(foreignKey, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const foreign = fc.dictionary(foreignKey, json, { minKeys: 1, maxKeys: 3, noNullPrototype: true });

const dependency: fc.Arbitrary<Dependency> = fc.record(
  { issue_id: text, depends_on_id: text, type: text, created_by: text, foreign },
  { requiredKeys: ["issue_id", "depends_on_id", "type", "created_by"], noNullPrototype: true },
);
const lease: fc.Arbitrary<Lease> = fc.record(
  { lease_id: text, owner: text, acquired_at: moment, expires_at: moment, renewed_at: moment, foreign },
  { requiredKeys: ["lease_id", "owner", "acquired_at", "expires_at"], noNullPrototype: true },
);
const count = fc.integer({ min: 0, max: 5 });

/** Any issue a file can hold. */
export const arbitraryIssue: fc.Arbitrary<Issue> = fc.record(
  {
    id: text,
    title: text,
    description: text,
    design: text,
    acceptance_criteria: text,
    notes: text,
    status: text,
    priority: fc.integer(),
    issue_type: fc.constantFrom("epic", "task"),
    assignee: text,
    owner: text,
    lease,
    created_at: moment,
    updated_at: moment,
    closed_at: moment,
    ephemeral: fc.boolean(),
    mol_type: text,
    labels: fc.array(text, { maxLength: 3 }),
    dependencies: fc.array(dependency, { maxLength: 3 }),
    metadata: json.filter((value) => value !== null),
    rev: count,
    by: fc.constantFrom("a", "b", "é"),
    token: count,
    tombstone: fc.constant(true),
    foreign,
  },
  {
    requiredKeys: [
      "id",
      "title",
      "description",
      "design",
      "acceptance_criteria",
      "notes",
      "status",
      "priority",
      "issue_type",
      "assignee",
      "owner",
      "created_at",
      "updated_at",
      "ephemeral",
      "mol_type",
      "labels",
      "dependencies",
    ],
    noNullPrototype: true,
  },
);
