import {
  DEFAULT_RULE_SETS,
  type DefaultRuleSet,
  type JsonObject,
  isJsonObject,
  pricesInMicros,
  problemText,
  readJson,
  readMoney,
  refuseDuplicates,
  type ResolvedConfig,
} from "#kernel";
import type { RunWish, SandboxNetwork, SandboxProfile } from "#ports";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { unusable } from "./failed.ts";
import { flagsAgain } from "./flags-again.ts";
import { given } from "./given.ts";
import { below, folderOf } from "./path-text.ts";
import { UNSAID_NETWORK } from "./sandbox-wish.ts";

/** The rules that come with a profile; where a profile has no walls the stricter questions stay. */
const RULES_OF: Readonly<Record<SandboxProfile, DefaultRuleSet>> = {
  "read-only": "read-only",
  "workspace-write": "workspace-write",
  "danger-full-access": "workspace-write",
  "external-sandbox": "workspace-write",
};

const NO_MODEL =
  "no model is named; give --model provider/model, TUSK_MODEL, or the key model in tusk.config.json (anthropic/…, openai/…, google/…, ollama/…, cassette:PATH)";

/** The folders of a run. */
export interface RunPlaces {
  readonly stateFolder: string;
  readonly workspace: string;
}

interface WishContext {
  readonly ports: HostPorts;
  readonly places: RunPlaces;
  /** The model of the session that is taken up. */
  readonly ownModel: string | undefined;
}

/** What a run is to be made of, as flags, environment and configuration say; one sentence where they do not suffice. */
export function runWish(
  args: Arguments,
  { values, rows }: ResolvedConfig,
  { ports, places, ownModel }: WishContext,
): Outcome<RunWish> {
  // A session that is taken up has a model of its own; whoever names one takes another.
  const model = values.model ?? ownModel;
  if (model === undefined) return unusable(NO_MODEL);
  const profile = values["sandbox.profile"];
  const beside = pathsOf(rows);
  const rules = rulesOf(beside("permissions", values.permissions ?? RULES_OF[profile]), ports);
  if (!rules.ok) return rules;
  const network = rows.find(({ path }) => path === "sandbox.network")?.setting;
  const isSaid = network !== undefined && network.origin.kind !== "default";
  return {
    ok: true,
    data: {
      ...places,
      model: {
        ref: model,
        ...given({ baseUrl: args.values.get("base-url"), reasoning: values.reasoning }),
        providers: values.providers,
        prices: pricesInMicros(values.prices),
        retry: { attempts: values["retry.attempts"], budgetMs: values["retry.budgetMs"] },
      },
      budget: budgetOf(values),
      outputTokens: values["run.outputTokens"],
      requestTokens: values["run.requestTokens"],
      profile,
      network: isSaid ? values["sandbox.network"] : unsaidNetwork(profile),
      rules: rules.data,
      tools: { ...given({ allow: values["tools.allow"] }), deny: values["tools.deny"] },
      guards: values.guards.map((name) => beside("guards", name)),
      instructions: { files: values["instructions.files"], maxBytes: values["instructions.maxBytes"] },
      mcp: values.mcp,
      record: args.switches.has("record"),
      json: args.switches.has("json"),
      color: values.color,
      resumeFlags: flagsAgain(args),
    },
  };
}

/** A file that a configuration file names by a path is looked for beside that file, wherever the program runs. */
function pathsOf(rows: ResolvedConfig["rows"]): (key: string, named: string) => string {
  return (key, named) => {
    const origin = rows.find(({ path }) => path === key)?.setting?.origin;
    const isName = key === "permissions" ? Object.hasOwn(DEFAULT_RULE_SETS, named) : !/\/|\.json$/.test(named);
    const isPath = !named.startsWith("/") && !isName;
    return origin?.kind === "file" && isPath ? below(folderOf(origin.path), named) : named;
  };
}

function unsaidNetwork(profile: SandboxProfile): SandboxNetwork {
  return UNSAID_NETWORK[profile];
}

function budgetOf(values: ResolvedConfig["values"]): RunWish["budget"] {
  const cost = values["run.maxCost"];
  return {
    steps: values["run.maxSteps"],
    ...given({ tokens: values["run.maxTokens"], costMicros: cost === undefined ? undefined : readMoney(cost) }),
  };
}

/** A default rule set by its name, else what a file holds; whether its rules hold is judged where they are opened. */
function rulesOf(name: string, ports: HostPorts): Outcome<DefaultRuleSet | JsonObject> {
  if (Object.hasOwn(DEFAULT_RULE_SETS, name)) return { ok: true, data: name as DefaultRuleSet };
  const file = ports.readInput(name);
  if (!file.ok) return unusable(`failed to read rules ${name}: ${file.reason}`);
  const reading = refuseDuplicates(readJson(file.bytes, ports.utf8));
  if (!reading.ok) return unusable(`rules ${name}: it is not JSON: ${problemText(reading.problem)}`);
  if (!isJsonObject(reading.value)) return unusable(`rules ${name}: it is no JSON object`);
  return { ok: true, data: reading.value };
}
