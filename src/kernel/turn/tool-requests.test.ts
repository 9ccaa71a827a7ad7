import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { FULL_TURN, READ_EXAMPLES, READ_SCHEMA } from "../../../conformance/full-turn.ts";
import { admitted, refusalOf, stagesOf } from "../../../tests/forgery/minted.ts";
import { digestJson, digestMultiset, digestText } from "../digest/digest.ts";
import type { Json } from "../json/value.ts";
import { bindSpec, type CallSpecDraft } from "../spec/call-spec.ts";
import { admitRequests, type RequestDraft, requestParts, type ToolRequestDraft } from "./tool-requests.ts";

const { draft: DRAFT, requests: REQUESTS } = FULL_TURN;
const [READ, EDIT, BASH] = REQUESTS.requests as readonly [ToolRequestDraft, ToolRequestDraft, ToolRequestDraft];
const CALL_ID = stagesOf().spec.wire.callId;

interface Change {
  readonly draft?: Partial<CallSpecDraft>;
  readonly values?: Partial<CallSpecDraft["values"]>;
}

function specOf({ draft, values }: Change = {}): ReturnType<typeof stagesOf>["spec"] {
  return admitted(bindSpec({ ...DRAFT, ...draft, values: { ...DRAFT.values, ...values } }, sha256));
}

/** Which violations a door answered with, and what becomes of the turn. */
function refusedFor(requests: readonly ToolRequestDraft[], change: Change = {}, values = REQUESTS.values): unknown {
  const refusal = refusalOf(admitRequests(specOf(change), { requests, values }, sha256));
  return [refusal.answer, ...refusal.violations.map((row) => [row.class, row.answer, row.subject, row.path, row.note])];
}

describe("admitRequests mints ToolRequests (K04)", () => {
  test("the calls of the golden turn, in the order the model asked", () => {
    expect(stagesOf().requests.callIds).toEqual(["tc-1", "tc-2", "tc-3"]);
  });

  test("a reply without a call is a turn without calls", () => {
    const requests = admitted(admitRequests(specOf(), { requests: [], values: [] }, sha256));
    expect(requests.callIds).toEqual([]);
    expect(requests.requestDigest).toBe(digestMultiset(sha256, []));
  });

  test("wire rows are computed from catalog, caller and search; nobody gives them", () => {
    const searchRef = {
      query: "read a file",
      catalogDigest: digestJson(sha256, DRAFT.values.catalog as unknown as Json),
      resultSet: [{ name: "read", schemaDigest: digestJson(sha256, READ_SCHEMA) }],
    };
    const catalog = DRAFT.values.catalog.map((row) =>
      row.name === "bash" ? { ...row, effects: ["code" as const] } : row,
    );
    const program = { ...BASH, toolCallId: "tc-0" };
    const called = { ...READ, callerEdge: { parentCallId: "tc-0", seq: 0 } };
    const inCode = { draft: { actionMode: "code" }, values: { catalog } } as const;
    const parts = requestParts(
      admitted(admitRequests(specOf(inCode), { ...REQUESTS, requests: [program, called] }, sha256)),
    );
    expect(parts.wire).toEqual([
      { toolCallId: "tc-0", toolName: "bash", schemaDigest: catalog[0]?.schemaDigest, callerId: "model" },
      { toolCallId: "tc-1", toolName: "read", schemaDigest: catalog[2]?.schemaDigest, callerId: "code:tc-0" },
    ]);
    const found = requestParts(
      admitted(admitRequests(specOf(), { ...REQUESTS, requests: [{ ...READ, searchRef }] }, sha256)),
    );
    expect(found.wire).toEqual([
      {
        toolCallId: "tc-1",
        toolName: "read",
        schemaDigest: digestJson(sha256, READ_SCHEMA),
        callerId: "model",
        searchRefDigest: digestJson(sha256, searchRef),
      },
    ]);
  });

  test("rows keep all that was asked but the tool's name; values stand under their digests, texts under those of their bytes", () => {
    const { toolName: _name, ...row } = READ;
    const values = [READ_SCHEMA, READ_EXAMPLES, "a text"];
    const parts = requestParts(admitted(admitRequests(specOf(), { requests: [READ], values }, sha256)));
    expect(parts.rows).toEqual([row]);
    expect(parts.values).toEqual({
      [digestJson(sha256, READ_SCHEMA)]: READ_SCHEMA,
      [digestJson(sha256, READ_EXAMPLES)]: READ_EXAMPLES,
      [digestText(sha256, "a text")]: "a text",
    });
    expect([parts.rows[0]?.args, parts.wire[0], parts.values].every(Object.isFrozen)).toBe(true);
  });
});

describe("the request digest is over a multiset (K04)", () => {
  const digestOf = (...requests: readonly ToolRequestDraft[]): string =>
    admitted(admitRequests(specOf(), { ...REQUESTS, requests }, sha256)).requestDigest;

  test("the same calls in any order have the same digest", () => {
    const orders = [
      [READ, EDIT, BASH],
      [READ, BASH, EDIT],
      [EDIT, READ, BASH],
      [EDIT, BASH, READ],
      [BASH, READ, EDIT],
      [BASH, EDIT, READ],
    ];
    expect(new Set(orders.map((order) => digestOf(...order)))).toEqual(
      new Set([digestMultiset(sha256, requestParts(stagesOf().requests).wire as unknown as Json[])]),
    );
  });

  test("one call less, and a call of another tool or id, have another", () => {
    const edited = { ...READ, toolName: "edit", args: EDIT.args };
    const digests = [digestOf(READ), digestOf(READ, EDIT), digestOf({ ...READ, toolCallId: "tc-9" }), digestOf(edited)];
    expect(new Set(digests).size).toBe(4);
  });
});

describe("what admitRequests refuses, before anybody is asked and before anything runs (K04, DESIGN 6, 17)", () => {
  const PATH = "evidence.tusk.requests";
  const SOME: unknown = expect.any(String);
  const HEX = `sha256:${"0".repeat(64)}`;

  test("an id that is taken: the host mints ids, unique in the turn", () => {
    expect(refusedFor([READ, EDIT, { ...BASH, toolCallId: "tc-1" }])).toEqual([
      "stop",
      ["tool.schema_invalid", "stop", "tc-1", `${PATH}[2].toolCallId`, "the id is taken"],
    ]);
    expect(refusedFor([READ, { ...EDIT, toolCallId: "tc-1" }, { ...BASH, toolCallId: "tc-1" }])).toEqual([
      "stop",
      ["tool.schema_invalid", "stop", "tc-1", `${PATH}[1].toolCallId`, "the id is taken"],
      ["tool.schema_invalid", "stop", "tc-1", `${PATH}[2].toolCallId`, "the id is taken"],
    ]);
  });

  test("arguments that a model named by a digest: what is judged is what runs", () => {
    const meant = { path: "/repo/src/parser.ts" };
    const args = { $digest: digestJson(sha256, meant) };
    expect(refusedFor([{ ...READ, args }, EDIT], {}, [...REQUESTS.values, meant])).toEqual([
      "continue",
      [
        "tool.schema_invalid",
        "continue",
        "tc-1",
        `${PATH}[0].args`,
        "the arguments are named by a digest, and a call holds them",
      ],
    ]);
  });

  test("a provider's id that repeats is no reason: providers reuse ids (DESIGN 6)", () => {
    const twice = [READ, EDIT].map((request) => ({ ...request, providerCallId: "toolu_01" }));
    expect(admitRequests(specOf(), { ...REQUESTS, requests: twice }, sha256).admitted).toBe(true);
  });

  test.each(["", " "])("a blank id %o or a blank name", (blank) => {
    const id = refusalOf(admitRequests(specOf(), { ...REQUESTS, requests: [{ ...READ, toolCallId: blank }] }, sha256));
    const name = refusalOf(admitRequests(specOf(), { ...REQUESTS, requests: [{ ...READ, toolName: blank }] }, sha256));
    for (const { violations } of [id, name]) {
      expect(violations.map((row) => [row.class, row.answer, row.subject, row.path])).toEqual([
        ["tool.schema_invalid", "stop", CALL_ID, "evidence.toolRequests"],
      ]);
      expect(violations[0].note).toMatch(/toolCallId|toolName/);
    }
  });

  test("an unknown tool trips its own class only, and the loop may go on", () => {
    expect(refusedFor([READ, { ...BASH, toolName: "rm" }])).toEqual([
      "continue",
      ["tool.unknown_or_disallowed", "continue", "tc-3", "evidence.toolRequests[1].toolName", SOME],
    ]);
  });

  test("a tool that the policy does not allow, and another than the chosen one", () => {
    const path = "evidence.toolRequests[0].toolName";
    expect(refusedFor([BASH], { values: { toolPolicy: { allow: ["read"] } } })).toEqual([
      "continue",
      ["tool.unknown_or_disallowed", "continue", "tc-3", path, SOME],
    ]);
    expect(refusedFor([BASH], { values: { toolChoice: { kind: "specific", tool: "read" } } })).toEqual([
      "continue",
      ["tool.unknown_or_disallowed", "continue", "tc-3", path, SOME],
    ]);
  });

  test("arguments that do not satisfy the tool's schema", () => {
    const refused = refusalOf(
      admitRequests(specOf(), { ...REQUESTS, requests: [{ ...READ, args: { path: 7 } }] }, sha256),
    );
    expect(refused.answer).toBe("continue");
    expect(refused.violations.map((row) => [row.class, row.answer, row.subject, row.path])).toEqual([
      ["tool.schema_invalid", "continue", "tc-1", `${PATH}[0].args.path`],
    ]);
  });

  test("a schema or examples that nobody can show", () => {
    expect(refusedFor([READ], {}, [READ_EXAMPLES])).toEqual([
      "stop",
      ["tool.unknown_or_disallowed", "stop", "tc-1", "evidence.tusk.values", SOME],
    ]);
    expect(refusedFor([READ], {}, [READ_SCHEMA])).toEqual([
      "stop",
      ["tool.example_digest_mismatch", "stop", "tc-1", "evidence.tusk.values", SOME],
    ]);
  });

  test("in json mode a second call under one action; in text mode a call without an adapter profile (K12)", () => {
    expect(refusedFor([READ, { ...EDIT, actionId: "a1" }])).toEqual([
      "stop",
      ["tool.schema_invalid", "stop", "tc-2", `${PATH}[1].actionId`, SOME],
    ]);
    expect(refusedFor([READ], { draft: { actionMode: "text" } })).toEqual([
      "stop",
      ["tool.schema_invalid", "stop", "tc-1", `${PATH}[0].adapterProfile`, SOME],
    ]);
  });

  test("a deferred tool that nobody searched, and a search that did not find it (K04)", () => {
    const catalog = DRAFT.values.catalog.map((row) => ({ ...row, loading: "deferred" as const }));
    expect(refusedFor([READ], { values: { catalog } })).toEqual([
      "continue",
      ["tool.discovery_unresolved", "continue", "tc-1", `${PATH}[0].searchRef`, SOME],
    ]);
    const searchRef = { query: "q", catalogDigest: HEX, resultSet: [] };
    expect(refusedFor([{ ...READ, searchRef }])).toEqual([
      "continue",
      ["tool.discovery_mismatch", "continue", "tc-1", `${PATH}[0].searchRef.catalogDigest`, SOME],
      ["tool.discovery_mismatch", "continue", "tc-1", `${PATH}[0].searchRef.resultSet`, SOME],
    ]);
  });

  test("an edge outside code mode, a caller that may not call, and a branch where there are none", () => {
    expect(refusedFor([READ, { ...EDIT, callerEdge: { parentCallId: "tc-1", seq: 0 } }])).toEqual([
      "stop",
      ["tool.programmatic_caller_edge_invalid", "stop", "tc-2", `${PATH}[1].callerEdge`, SOME],
    ]);
    const catalog = DRAFT.values.catalog.map((row) => ({ ...row, allowedCallers: ["code" as const] }));
    expect(refusedFor([READ], { values: { catalog } })).toEqual([
      "continue",
      ["tool.caller_not_allowed", "continue", "tc-1", `${PATH}[0].callerEdge`, SOME],
    ]);
    expect(refusedFor([{ ...READ, branch: "left" }])).toEqual([
      "continue",
      ["tool.parallel_policy_violation", "continue", "tc-1", `${PATH}[0].branch`, SOME],
    ]);
  });

  test("everything that is wrong is said at once, and one stop stops the turn (DESIGN 17)", () => {
    const refused = refusedFor([
      { ...READ, args: {} },
      { ...EDIT, toolName: "rm" },
      { ...BASH, actionId: "a2" },
    ]);
    expect(refused).toEqual([
      "stop",
      ["tool.schema_invalid", "stop", "tc-1", `${PATH}[0].args.path`, SOME],
      ["tool.schema_invalid", "stop", "tc-3", `${PATH}[2].actionId`, SOME],
      ["tool.unknown_or_disallowed", "continue", "tc-2", "evidence.toolRequests[1].toolName", SOME],
    ]);
  });

  class Args {
    readonly path = "/repo";
  }
  test.each<readonly [string, Partial<ToolRequestDraft>]>([
    ["NaN", { args: { path: Number.NaN } }],
    ["a lone surrogate", { args: { path: "\uD800" } }],
    ["undefined", { args: { path: "/repo", mode: undefined } as unknown as Json }],
    ["a class instance", { args: new Args() as unknown as Json }],
    ["a Map", { args: new Map() as unknown as Json }],
    ["a lone surrogate in a search", { searchRef: { query: "\uDFFF", catalogDigest: HEX, resultSet: [] } }],
    ["a lone surrogate for an id", { toolCallId: "tc-\uD800" }],
  ])("what JSON cannot say is refused, not dropped, and not run: %s", (_name, change) => {
    expect(refusedFor([{ ...READ, ...change }])).toEqual([
      "stop",
      [
        "tool.schema_invalid",
        "stop",
        CALL_ID,
        "evidence.toolRequests",
        expect.stringContaining("is not JSON") as unknown,
      ],
    ]);
  });

  test("a hole among the calls is refused, not skipped", () => {
    const holed: ToolRequestDraft[] = [READ, EDIT];
    Reflect.deleteProperty(holed, 0);
    expect(refusedFor(holed)).toEqual([
      "stop",
      [
        "tool.schema_invalid",
        "stop",
        CALL_ID,
        "evidence.toolRequests",
        expect.stringContaining("is not JSON") as unknown,
      ],
    ]);
  });

  test("a value that JSON cannot say", () => {
    expect(refusedFor([READ], {}, [...REQUESTS.values, { least: Number.NaN }])).toEqual([
      "stop",
      ["tool.schema_invalid", "stop", CALL_ID, "evidence.toolRequests", 'the number NaN at "least" is not JSON'],
    ]);
  });

  test("an error that is not about the draft is a bug and stays one", () => {
    const draft: RequestDraft = {
      get requests(): never {
        throw new RangeError("no more memory");
      },
      values: [],
    };
    expect(() => admitRequests(specOf(), draft, sha256)).toThrow(RangeError);
  });
});
