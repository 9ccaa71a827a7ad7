import { expect, test } from "vitest";
import { PortError } from "#ports";
import { providerSeat, type SeatWish } from "./provider-seat.ts";

const seat = (ref: string, variables: Readonly<Record<string, string>> = {}, wish: Partial<SeatWish> = {}) =>
  providerSeat(ref, { environment: (name) => variables[name], ...wish });

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof PortError) return `${error.code}: ${error.message}`;
  }
  throw new Error("nothing was refused");
}

test("everything behind the first slash is the model's name", () => {
  expect(seat("openrouter/anthropic/claude-x:free", { OPENROUTER_API_KEY: " k1 " })).toEqual({
    ref: "openrouter/anthropic/claude-x:free",
    provider: "openrouter",
    kind: "openai-compatible",
    model: "anthropic/claude-x:free",
    baseUrl: "https://openrouter.ai/api/v1",
    key: "k1",
    keyVariables: ["OPENROUTER_API_KEY"],
  });
});

test("a second variable is asked where the first is not set; a local server needs none", () => {
  expect(seat("google/m", { GOOGLE_GENERATIVE_AI_API_KEY: "", GEMINI_API_KEY: "k2" }).key).toBe("k2");
  expect(seat("ollama/m").key).toBe("");
});

test("a provider of one's own, and a base URL over everything", () => {
  const providers = { mine: { kind: "anthropic", baseUrl: "http://h:1/v1/", keyVariable: "MINE" } } as const;
  expect(seat("mine/m", { MINE: "k" }, { providers })).toMatchObject({
    kind: "anthropic",
    baseUrl: "http://h:1/v1",
    key: "k",
  });
  expect(seat("mine/m", { MINE: "k" }, { providers, baseUrl: "https://other/v2" }).baseUrl).toBe("https://other/v2");
});

test("a provider without an address has that of its kind, and its key; one with an address has only the key that it names", () => {
  const providers = { work: { kind: "anthropic" }, proxy: { kind: "anthropic", baseUrl: "http://h/v1" } } as const;
  const key = { ANTHROPIC_API_KEY: "k" };
  expect(seat("work/m", key, { providers })).toMatchObject({ baseUrl: "https://api.anthropic.com/v1", key: "k" });
  expect(seat("proxy/m", key, { providers })).toMatchObject({ baseUrl: "http://h/v1", key: "" });
});

test("what is missing is one sentence that says what to do", () => {
  expect(refusal(() => seat("claude"))).toBe('bad_ref: a model is named provider/model or cassette:PATH, not "claude"');
  expect(refusal(() => seat("anthropic/"))).toContain("bad_ref:");
  expect(refusal(() => seat("nobody/m"))).toContain('bad_ref: no provider is called "nobody": use one of anthropic, ');
  expect(refusal(() => seat("constructor/m"))).toContain("bad_ref: no provider is called");
  expect(refusal(() => seat("google/m"))).toBe(
    "no_key: google needs a key: set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY in the environment",
  );
  expect(refusal(() => seat("openai-compatible/m"))).toContain("bad_base_url: openai-compatible has no base URL");
});

test("an address that hides a secret, or is none, is refused without showing it", () => {
  const at = (baseUrl: string) => refusal(() => seat("ollama/m", {}, { baseUrl }));
  expect(at("ftp://h/")).toContain('no http or https address: "ftp://h/"');
  expect(at("http://u:hunter2@h/v1")).toBe(
    "bad_base_url: the base URL of ollama holds a password: keys come from the environment",
  );
  expect([at("http://h/v1?key=hunter2"), at("h:1/v1#hunter2"), at("ftp://u:hunter2@h")].join()).not.toContain(
    "hunter2",
  );
});

test("a key with a line break in it is refused without showing it", () => {
  const said = refusal(() => seat("openai/m", { OPENAI_API_KEY: "hunter2\r\nx-evil: 1" }));
  expect([said.includes("hunter2"), said.includes("OPENAI_API_KEY")]).toEqual([false, true]);
});
