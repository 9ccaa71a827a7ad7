import { expect, expectTypeOf, test } from "vitest";
import { defineConfig, type Nested, type TuskConfig } from "./tusk-config.ts";

test("a configuration is given back as it is", () => {
  const config: TuskConfig = { actor: "me", color: "never" };
  expect(defineConfig(config)).toBe(config);
});

test("every key may be left out, and each has the type of its row", () => {
  expectTypeOf<TuskConfig>().toEqualTypeOf<{
    readonly schema?: 1;
    readonly actor?: string;
    readonly stateDir?: string;
    readonly color?: "auto" | "always" | "never";
    readonly check?: { readonly runners?: readonly string[] };
  }>();
});

test("dots in paths make groups", () => {
  expectTypeOf<Nested<{ readonly "a.b.c": number; readonly "a.d": string; readonly e: true }>>().toEqualTypeOf<{
    readonly a?: { readonly b?: { readonly c?: number }; readonly d?: string };
    readonly e?: true;
  }>();
});
