import { expect, test } from "vitest";
import type { IssueReads } from "#ports";
import type { Outcome } from "./action.ts";
import { resolveId } from "./resolve-id.ts";

/** A store of which only the ids are asked for. */
function storeOf(...ids: readonly string[]): IssueReads {
  const sorted = ids.toSorted();
  const refuse = (): never => {
    throw new Error("only ids are asked for");
  };
  return {
    exists: () => true,
    idsFrom: (prefix, limit) => sorted.filter((id) => id.startsWith(prefix)).slice(0, limit),
    list: () => sorted.map((id) => ({ id, title: "", status: "open", priority: 2, issue_type: "task", assignee: "" })),
    load: refuse,
    ready: refuse,
    get: refuse,
  };
}

function resolve(given: string, ...ids: readonly string[]): string {
  const outcome: Outcome<string> = resolveId(given, storeOf(...ids), { abbreviatesIds: true });
  return outcome.ok ? outcome.data : outcome.message;
}

const MANY = Array.from({ length: 12 }, (_, at) => `x-${at}`);

test.each([
  ["bd-1", ["bd-1", "bd-10"], "bd-1", "the very id, though others begin so"],
  ["bd-lo", ["bd-long", "bd-1"], "bd-long", "the only id that begins so"],
  ["7", ["bd-7", "bd-70", "bd-17"], "bd-7", "the number of an id"],
  ["a3", ["bd-a3f8", "a38f"], "a38f", "the beginning of an id that is no number"],
  ["bd-1", ["bd-10"], "bd-1", "one number is not the beginning of another: nothing fits"],
  ["zz", ["bd-1"], "zz", "nothing fits: it stays as it is"],
  ["", ["bd-1"], "", "no text fits nothing, not everything"],
  ["bd", ["bd-1", "bd-2"], "error: issue id is ambiguous: bd (bd-1, bd-2)", "two fit"],
  ["7", ["bd-7", "gt-7"], "error: issue id is ambiguous: 7 (bd-7, gt-7)", "two have the number"],
  ["x", MANY, "error: issue id is ambiguous: x (x-0, x-1, x-2, x-3, x-4, x-5, x-6, x-7, ...)", "many fit"],
])("%s among %j means %s: %s", (given, ids, meant) => {
  expect(resolve(given, ...ids)).toBe(meant);
});

test("under the reference's name ids are exact, and the store is not asked", () => {
  const asked = (): never => {
    throw new Error("asked");
  };
  const store: IssueReads = { ...storeOf("bd-1"), exists: asked, idsFrom: asked, list: asked };
  expect(resolveId("1", store, { abbreviatesIds: false })).toEqual({ ok: true, data: "1" });
});
