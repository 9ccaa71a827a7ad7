import type { ConfiguredCheck } from "./check-keys.ts";
import type { ConfiguredMcpServer } from "./mcp-keys.ts";
import type { ConfiguredPrice, ConfiguredProvider } from "./model-keys.ts";

/** The keys that always have a value, because they have a default. A dot in a path makes a group. */
export interface DefaultedValues {
  readonly stateDir: string;
  readonly color: "auto" | "always" | "never";
  readonly "check.runners": readonly string[];
  readonly providers: Readonly<Record<string, ConfiguredProvider>>;
  readonly prices: Readonly<Record<string, ConfiguredPrice>>;
  readonly "retry.attempts": number;
  readonly "retry.budgetMs": number;
  readonly "run.maxSteps": number;
  readonly "run.outputTokens": number;
  readonly "run.requestTokens": number;
  readonly "sandbox.profile": "read-only" | "workspace-write" | "danger-full-access" | "external-sandbox";
  readonly "sandbox.network": "none" | "full";
  readonly "tools.deny": readonly string[];
  readonly guards: readonly string[];
  readonly "instructions.files": readonly string[];
  readonly "instructions.maxBytes": number;
  readonly mcp: Readonly<Record<string, ConfiguredMcpServer>>;
  readonly checks: Readonly<Record<string, ConfiguredCheck>>;
  readonly "harness.leaseTtlSeconds": number;
  readonly "harness.repairRounds": number;
  readonly "harness.sessionSteps": number;
  readonly "harness.maxSessions": number;
  readonly "harness.workTimeoutMs": number;
}

/** The keys that have a value only when somebody gives one. */
export interface OptionalValues {
  readonly schema: 1;
  readonly actor: string;
  readonly model: string;
  readonly reasoning: "none" | "minimal" | "low" | "medium" | "high";
  /** Decimal text; `readMoney` says how much that is. */
  readonly "run.maxCost": string;
  readonly "run.maxTokens": number;
  readonly permissions: string;
  readonly "tools.allow": readonly string[];
  readonly "harness.target": string;
  readonly "harness.retryPolicy": string;
}
