import { describe, expect, test } from "vitest";
import type { ModelSetup, Setup } from "#ports";
import type { DoctorRow } from "./doctor-row.ts";
import { type SetupFindings, setupRows } from "./doctor-setup-rows.ts";

const MEGABYTE = 1024 * 1024;
const KNOWN: ModelSetup = {
  kind: "known",
  provider: "anthropic",
  keyVariables: ["ANTHROPIC_API_KEY"],
  hasKey: true,
  needsKey: true,
  package: { name: "@ai-sdk/anthropic", isInstalled: true },
  baseUrl: "https://api.anthropic.com/v1",
  answers: undefined,
};
const WELL: Setup = {
  keys: [
    { variable: "ANTHROPIC_API_KEY", providers: ["anthropic"], isSet: true },
    { variable: "OPENAI_API_KEY", providers: ["openai", "openai-chat"], isSet: false },
  ],
  model: KNOWN,
  programs: [],
  instructions: { files: [{ path: "AGENTS.md", digest: `sha256:${"0a".repeat(32)}` }], notices: [] },
  disk: { path: "/repo", freeBytes: 2048 * MEGABYTE },
};

function rows(setup: Partial<Setup>, more: Partial<SetupFindings> = {}): readonly DoctorRow[] {
  return setupRows({ model: "anthropic/claude", hasCassette: false, mcp: {}, setup: { ...WELL, ...setup }, ...more });
}

function rowOf(id: string, ...given: Parameters<typeof rows>): DoctorRow | undefined {
  return rows(...given).find((row) => row.id === id);
}

test("what is well is told, and of keys nothing but whether they are set", () => {
  expect(rows({})).toEqual([
    { id: "model", state: "ok", found: "anthropic/claude, ANTHROPIC_API_KEY is set" },
    { id: "model.package", state: "ok", found: "@ai-sdk/anthropic is installed" },
    { id: "model.server", state: "ok", found: "https://api.anthropic.com/v1, which was not asked" },
    {
      id: "keys",
      state: "ok",
      found: "set: ANTHROPIC_API_KEY (anthropic); not set: OPENAI_API_KEY (openai, openai-chat)",
    },
    { id: "disk", state: "ok", found: "2048 MB are free at /repo" },
    { id: "instructions", state: "ok", found: "AGENTS.md (sha256:0a0a0a0a0a0a)" },
  ]);
});

describe("the model", () => {
  test("none is named: a warning with the three ways to name one", () => {
    expect(rowOf("model", { model: undefined }, { model: undefined })).toEqual({
      id: "model",
      state: "warn",
      found: "none is named",
      mend: "tusk run takes one from --model, TUSK_MODEL, or model in tusk.config",
    });
  });

  test("its key is missing: a failure that names the variable", () => {
    const google = { ...KNOWN, keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"], hasKey: false };
    expect(rowOf("model", { model: google }, { model: "google/gemini" })).toEqual({
      id: "model",
      state: "fail",
      found: "google/gemini, and GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY is not set",
      mend: "set it to the provider's key in the environment: export GOOGLE_GENERATIVE_AI_API_KEY=...",
    });
  });

  test("needs no key: it is well without one", () => {
    const local = { ...KNOWN, keyVariables: [], hasKey: false, needsKey: false };
    expect(rowOf("model", { model: local })?.state).toBe("ok");
  });

  test("its package is not installed: the line that installs it", () => {
    const absent = { ...KNOWN, package: { name: "@ai-sdk/google", isInstalled: false } };
    expect(rowOf("model.package", { model: absent })).toEqual({
      id: "model.package",
      state: "fail",
      found: "@ai-sdk/google is not installed",
      mend: "npm install @ai-sdk/google",
    });
  });

  test.each([
    [true, "ok", "http://127.0.0.1:1/v1 takes connections"],
    [false, "fail", "http://127.0.0.1:1/v1 does not answer"],
  ] as const)("its server on this machine answers: %s", (answers, state, found) => {
    const local = { ...KNOWN, baseUrl: "http://127.0.0.1:1/v1", answers };
    expect(rowOf("model.server", { model: local })).toMatchObject({ state, found });
  });

  test("it has no address: how to give one", () => {
    expect(rowOf("model.server", { model: { ...KNOWN, baseUrl: undefined } })).toMatchObject({ state: "fail" });
  });

  test("its provider is not known: those that are", () => {
    const unknown = { kind: "unknown", provider: "zzz", known: ["anthropic", "openai"] } as const;
    expect(rows({ model: unknown }, { model: "zzz/a" })[0]).toEqual({
      id: "model",
      state: "fail",
      found: "zzz/a: no provider is called zzz",
      mend: "use one of anthropic, openai, or add zzz to providers in tusk.config",
    });
  });

  test.each([
    [true, "ok"],
    [false, "fail"],
  ] as const)("it is a recording that is there: %s", (hasCassette, state) => {
    const model = "cassette:run.jsonl";
    expect(rows({ model: undefined }, { model, hasCassette })[0]).toMatchObject({ id: "model", state, found: model });
  });
});

test.each([
  [1024 * MEGABYTE, "ok"],
  [1024 * MEGABYTE - 1, "warn"],
  [50 * MEGABYTE, "warn"],
  [50 * MEGABYTE - 1, "fail"],
  [0, "fail"],
])("%d bytes of room are %s", (freeBytes, state) => {
  expect(rowOf("disk", { disk: { path: "/repo", freeBytes } })?.state).toBe(state);
});

test("servers: a program that is there, one that is not, and an address, of which no query is told", () => {
  const mcp = { a: { command: "aaa" }, b: { command: "bbb" }, c: { url: "https://x.test/mcp?key=S3CR3T" } };
  const programs = [
    { server: "a", command: "aaa", path: "/usr/bin/aaa" },
    { server: "b", command: "bbb", path: undefined },
  ];
  expect(rows({ programs }, { mcp }).filter(({ id }) => id.startsWith("mcp."))).toEqual([
    { id: "mcp.a", state: "ok", found: "/usr/bin/aaa, which was not started" },
    {
      id: "mcp.b",
      state: "fail",
      found: "bbb was not found",
      mend: "install it, name its whole path, or take the server out of tusk.config",
    },
    { id: "mcp.c", state: "ok", found: "https://x.test/mcp, which was not asked" },
  ]);
});

test("instructions that could not be taken are a warning with the reason", () => {
  const notice = 'instructions: "AGENTS.md" is not UTF-8 text; it is left out';
  expect(rowOf("instructions", { instructions: { files: [], notices: [notice] } })).toMatchObject({
    state: "warn",
    found: `none is found; ${notice}`,
  });
});
