import type {
  AgentErrorKind,
  BudgetAmounts,
  ConfiguredMcpServer,
  ConfiguredProvider,
  DefaultRuleSet,
  JsonObject,
  PriceInMicros,
  SessionUsage,
} from "#kernel";
import type { SandboxNetwork, SandboxProfile } from "./sandbox.ts";

/** The model that is to work, and how its provider is reached. */
export interface RunModelWish {
  readonly ref: string;
  readonly baseUrl?: string;
  readonly reasoning?: "none" | "minimal" | "low" | "medium" | "high";
  readonly providers: Readonly<Record<string, ConfiguredProvider>>;
  readonly prices: Readonly<Record<string, PriceInMicros>>;
  readonly retry: { readonly attempts: number; readonly budgetMs: number };
}

/** A run as a person asks for it: everything is settled, nothing has to be looked up any more. */
export interface RunWish {
  /** Where sessions, witnesses and cassettes are kept; it exists before the first run begins. */
  readonly stateFolder: string;
  /** The real path of the folder that the agent works in. */
  readonly workspace: string;
  readonly model: RunModelWish;
  /** What every run of the seat may spend; tokens and cost are those of all of them together. */
  readonly budget: BudgetAmounts;
  readonly outputTokens: number;
  readonly requestTokens: number;
  readonly profile: SandboxProfile;
  readonly network: SandboxNetwork;
  /** A default rule set by its name, or one as its file says it. */
  readonly rules: DefaultRuleSet | JsonObject;
  /** The only tools that the model is given, unless absent; and those that it is not given. */
  readonly tools: { readonly allow?: readonly string[]; readonly deny: readonly string[] };
  readonly guards: readonly string[];
  readonly instructions: { readonly files: readonly string[]; readonly maxBytes: number };
  readonly mcp: Readonly<Record<string, ConfiguredMcpServer>>;
  /** Whether a cassette is made of each run. */
  readonly record: boolean;
  /** How it is shown: one JSON object a line, or for people. */
  readonly json: boolean;
  readonly color: "auto" | "always" | "never";
  /** The flags of this command line that the command needs which goes on with a session, each with a space before it. */
  readonly resumeFlags: string;
}

/** How a run of a seat ended, and what it came to. */
export interface SeatedEnd {
  readonly sessionId: string;
  /** The journal of the session. */
  readonly path: string;
  readonly phase: "Completed" | "Failed" | "Interrupted";
  /** Of the session, and of this run alone. */
  readonly steps: number;
  readonly runSteps: number;
  /** What was counted; no cost where nobody knows a price. */
  readonly usage: Omit<SessionUsage, "costMicros"> & Partial<Pick<SessionUsage, "costMicros">>;
  readonly budgetLeft: BudgetAmounts;
  readonly output?: string;
  /** Why it failed; `port` and `code` say what of the world did, where it was the world. */
  readonly error?: {
    readonly category: AgentErrorKind;
    readonly message: string;
    readonly port?: string;
    readonly code?: string;
  };
  /** Why it was interrupted. */
  readonly reason?: string;
  /** Files that the editing tools changed, in order; what commands changed is not among them. */
  readonly changed: readonly string[];
  /** The cassette, where one was made. */
  readonly cassette?: string;
}

/** An agent that is ready to work, and somebody who watches. Everything that happens is shown while it happens. */
export interface RunSeat {
  /** Keeps what was made or found on the way, to be told when the next run begins. */
  note(text: string): void;
  /** Begins a session. Never rejects for what goes wrong in it. */
  start(input: string): Promise<SeatedEnd>;
  /** Takes a session up; without an input the model goes on where it was. */
  resume(sessionId: string, input: string | undefined): Promise<SeatedEnd>;
  /** What a person says next; undefined where nobody is there, or has nothing to say. */
  next(): Promise<string | undefined>;
  /** Ends what was opened: servers, sandbox, workspace. A second time it does nothing. */
  close(): Promise<void>;
}
