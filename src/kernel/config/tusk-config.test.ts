import { expect, expectTypeOf, test } from "vitest";
import type { ConfiguredCheck } from "./check-keys.ts";
import type { ConfiguredMcpServer } from "./mcp-keys.ts";
import type { ConfiguredPrice, ConfiguredProvider } from "./model-keys.ts";
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
    readonly model?: string;
    readonly reasoning?: "none" | "minimal" | "low" | "medium" | "high";
    readonly providers?: Readonly<Record<string, ConfiguredProvider>>;
    readonly prices?: Readonly<Record<string, ConfiguredPrice>>;
    readonly retry?: { readonly attempts?: number; readonly budgetMs?: number };
    readonly run?: {
      readonly maxSteps?: number;
      readonly maxCost?: string;
      readonly maxTokens?: number;
      readonly outputTokens?: number;
      readonly requestTokens?: number;
    };
    readonly sandbox?: {
      readonly profile?: "read-only" | "workspace-write" | "danger-full-access" | "external-sandbox";
      readonly network?: "none" | "full";
    };
    readonly permissions?: string;
    readonly tools?: { readonly allow?: readonly string[]; readonly deny?: readonly string[] };
    readonly guards?: readonly string[];
    readonly instructions?: { readonly files?: readonly string[]; readonly maxBytes?: number };
    readonly mcp?: Readonly<Record<string, ConfiguredMcpServer>>;
    readonly checks?: Readonly<Record<string, ConfiguredCheck>>;
    readonly harness?: {
      readonly leaseTtlSeconds?: number;
      readonly repairRounds?: number;
      readonly sessionSteps?: number;
      readonly maxSessions?: number;
      readonly workTimeoutMs?: number;
      readonly target?: string;
      readonly retryPolicy?: string;
    };
  }>();
});

test("dots in paths make groups", () => {
  expectTypeOf<Nested<{ readonly "a.b.c": number; readonly "a.d": string; readonly e: true }>>().toEqualTypeOf<{
    readonly a?: { readonly b?: { readonly c?: number }; readonly d?: string };
    readonly e?: true;
  }>();
});
