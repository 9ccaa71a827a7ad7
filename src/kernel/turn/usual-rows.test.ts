import { describe, expect, test } from "vitest";
import { FULL_TURN } from "../../../conformance/full-turn.ts";
import { canonicalJson } from "../digest/canonical.ts";
import { plainJson } from "../json/plain.ts";
import { usualResult } from "./usual-result.ts";
import { usualGuard, usualPermission, usualRequest } from "./usual-rows.ts";

const [REQUEST] = FULL_TURN.requests.requests;
const [, , RESULT] = FULL_TURN.results;
const [GUARD] = FULL_TURN.decisions.guards;
const PERMISSION = FULL_TURN.decisions.permissions["tc-3"];

/** Each kind of row, and its copy where it came as usual. */
const KINDS: readonly (readonly [name: string, row: object | undefined, copy: (row: never) => unknown])[] = [
  ["a request", REQUEST, (row) => usualRequest(row)],
  ["a permission", PERMISSION, (row) => usualPermission(row)],
  ["a guard", GUARD, (row) => usualGuard(row)],
  ["a result", RESULT, (row) => usualResult(row)],
];

describe("rows as they usually come", () => {
  test("a copy says what the row says, and the native writer writes it canonically", () => {
    const { toolName, ...row } = REQUEST ?? { toolName: "" };
    expect(usualRequest(REQUEST)).toEqual({ toolName, row });
    expect(JSON.stringify(usualRequest(REQUEST)?.row)).toBe(canonicalJson(plainJson(row)));
    expect(JSON.stringify(usualGuard(GUARD))).toBe(canonicalJson(plainJson(GUARD ?? {})));
  });

  test.each(KINDS)("%s: each part is read once", (_name, row, copy) => {
    const read: string[] = [];
    const entries = Object.entries(row ?? {}).map(([key, value]) => {
      const get = (): unknown => (read.push(key), value);
      return [key, { get, enumerable: true }] as const;
    });
    expect(copy(Object.defineProperties({}, Object.fromEntries(entries)) as never)).toEqual(copy(row as never));
    expect(read.toSorted()).toEqual(Object.keys(row ?? {}).toSorted());
  });

  test.each(KINDS)("%s goes the long way when it is more than its form, or less", (_name, row, copy) => {
    expect(copy(row as never)).toBeDefined();
    const odd: readonly unknown[] = [
      undefined,
      null,
      "row",
      { ...row, added: 1 },
      { ...row, added: undefined },
      { ...row, [Symbol("hidden")]: 1 },
      Object.defineProperty({ ...row }, "hidden", { value: 1, enumerable: false }),
      Object.assign(Object.create({ inherited: 1 }) as object, row),
      ...Object.keys(row ?? {}).map((key) => Object.fromEntries(Object.entries(row ?? {}).filter(([k]) => k !== key))),
    ];
    const optional = new Set(["approvalRef", "payload", "error", "order", "shell"]);
    const lacking = Object.keys(row ?? {}).filter((key) => optional.has(key)).length;
    expect(odd.filter((given) => copy(given as never) !== undefined)).toHaveLength(lacking);
  });

  test.each(KINDS)("%s goes the long way when a part of it has not its form", (_name, row, copy) => {
    // What is judged elsewhere, whatever it is: arguments and payloads are free, texts shown and errors have their own door.
    const free = new Set(["args", "payload", "shown", "injectionPoint", "error"]);
    for (const key of Object.keys(row ?? {}).filter((name) => !free.has(name)))
      for (const odd of [null, "\uD800", -1, 0.5, true, [undefined], { n: 1 }])
        expect([key, odd, copy({ ...row, [key]: odd } as never)]).toEqual([key, odd, undefined]);
  });
});
