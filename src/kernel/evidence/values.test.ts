import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import { digestOf, hex, textDigestOf } from "../../../conformance/altered-turn.ts";
import { NotNormal } from "./rows.ts";
import { ValueStore } from "./values.ts";

const OBJECT = { b: [1, 2], a: "x" };
const DIGEST = digestOf(OBJECT);

describe("ValueStore", () => {
  test("hands out what is filed under its digest, and nothing else", () => {
    const store = new ValueStore({ [DIGEST]: OBJECT }, sha256);
    expect(store.get(DIGEST)).toEqual(OBJECT);
    expect(store.get(hex("9"))).toBeUndefined();
  });

  test.each([
    ["as JSON", digestOf("a text")],
    ["by its raw bytes", textDigestOf("a text")],
  ])("a text may be filed %s", (_how, digest) => {
    expect(new ValueStore({ [digest]: "a text" }, sha256).get(digest)).toBe("a text");
  });

  test.each<[string, string | number | null]>([
    ["a text", "another text"],
    ["a number", 7],
    ["nothing", null],
  ])("refuses %s that is filed under another digest", (_what, value) => {
    expect(() => new ValueStore({ [hex("9")]: value }, sha256)).toThrow(
      new NotNormal(`evidence.tusk.values["${hex("9")}"] holds a value with another digest`),
    );
  });

  test("falls back to a lookup, checks what it gives, and asks once for each digest", () => {
    const asked: string[] = [];
    const store = new ValueStore({}, sha256, (digest) => {
      asked.push(digest);
      return digest === DIGEST ? OBJECT : undefined;
    });
    for (const digest of [DIGEST, hex("9"), DIGEST, hex("9")]) store.get(digest);
    expect(asked).toEqual([DIGEST, hex("9")]);
    expect(store.get(DIGEST)).toEqual(OBJECT);
    expect(store.get(hex("9"))).toBeUndefined();
  });

  test("does not ask a lookup for what stands in the evidence", () => {
    const store = new ValueStore({ [DIGEST]: OBJECT }, sha256, () => {
      throw new Error("nobody should ask");
    });
    expect(store.get(DIGEST)).toEqual(OBJECT);
  });

  test("refuses a lookup that lies", () => {
    const store = new ValueStore({}, sha256, () => OBJECT);
    expect(() => store.get(hex("9"))).toThrow(
      new NotNormal(`the folder of values["${hex("9")}"] holds a value with another digest`),
    );
  });

  test("resolves a reference to its value, and a value to itself", () => {
    const store = new ValueStore({ [DIGEST]: OBJECT }, sha256);
    expect(store.resolve({ $digest: DIGEST })).toEqual(OBJECT);
    expect(store.resolve({ $digest: hex("9") })).toBeUndefined();
    expect(store.resolve(OBJECT)).toBe(OBJECT);
    expect(store.resolve({ $digest: DIGEST, more: 1 })).toEqual({ $digest: DIGEST, more: 1 });
    expect(store.resolve({ $digest: "sha256:short" })).toEqual({ $digest: "sha256:short" });
    expect(store.resolve(null)).toBeNull();
  });

  test("a value and a reference to it have the same digest, resolved or not", () => {
    const store = new ValueStore({}, sha256);
    expect(store.digestOf(OBJECT)).toBe(DIGEST);
    expect(store.digestOf({ $digest: DIGEST })).toBe(DIGEST);
  });
});
