import { type IssueMutation, mintMandate, mintOverride, MUTATIONS, type Permit, type UpkeepMutation } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { failed } from "./failed.ts";

/** A permit for one mutation, and the name it is recorded under. */
export interface Permitted {
  readonly permit: Permit;
  readonly actor: string;
}

/** What a permit is asked for. */
export interface PermitRequest {
  readonly mutation: IssueMutation | UpkeepMutation;
  /** Who shall work, where the command names somebody: a claim is its assignee's. */
  readonly worker?: string;
}

const AGENT_RUN =
  "inside an agent's run nothing is changed on its own word; give --override-reason <REASON> if a person wants it";

/**
 * The permit of a person's command (DESIGN 3): a mandate for what a worker does before any turn, else an override whose reason is given or is the
 * command itself. Inside an agent's run only a given reason counts.
 */
export async function permitFor(
  { mutation, worker }: PermitRequest,
  args: Arguments,
  ports: HostPorts,
): Promise<Outcome<Permitted>> {
  const given = args.values.get("override-reason") ?? present(ports.environment("TUSK_OVERRIDE_REASON"));
  const insideAgentRun = present(ports.environment("TUSK_AGENT_RUN")) !== undefined;
  if (insideAgentRun && given === undefined) return failed(AGENT_RUN, "ask the person who started the run");
  const named = await actorOf(worker, args, ports);
  if (!named.ok) return named;
  const actor = named.data;
  const { commandLine, sha256 } = ports;
  const mandated = given === undefined && MUTATIONS[mutation.action].permits.includes("mandate");
  const run = mutation.args.request ?? "";
  const minting = mandated
    ? mintMandate({ actor, run, source: { kind: "command", commandLine }, mutation }, sha256)
    : mintOverride(
        {
          actor,
          reason: reasonOf(given, mutation) ?? commandLine,
          explicit: given !== undefined,
          insideAgentRun,
          mutation,
        },
        sha256,
      );
  return minting.ok
    ? { ok: true, data: { permit: minting.permit, actor } }
    : failed(minting.reason, "say who acts with --actor, and why with --override-reason");
}

/** Why, in the person's words: the reason for overriding, and what was said about the change itself. */
function reasonOf(given: string | undefined, { args }: PermitRequest["mutation"]): string | undefined {
  const said = "reason" in args ? present(args.reason) : undefined;
  return given !== undefined && said !== undefined ? `${given}; ${said}` : (given ?? said);
}

/** Who acts: the name given, else the session's, else the worker's, else the repository's, else whoever sits here. */
async function actorOf(worker: string | undefined, args: Arguments, ports: HostPorts): Promise<Outcome<string>> {
  const named = args.values.get("actor") ?? present(ports.environment("TUSK_ACTOR")) ?? present(worker);
  if (named !== undefined) return { ok: true, data: named.trim() };
  // Claims name their worker: they start without the configuration.
  const { loadConfig } = await import("./load-config.ts");
  const loaded = await loadConfig(args, ports);
  if (!loaded.ok) return loaded;
  return { ok: true, data: loaded.data.config.values.actor ?? (await ports.identity()) };
}

function present(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text;
}
