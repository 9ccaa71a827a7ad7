import { mkdirSync, writeFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { byCodePoint, failureClassesIn, type SpecValues } from "#kernel";
import { openFileJournal } from "#memory";
import { scriptedModel, calls, call, say } from "#models";
import { now, utf8 } from "#platform";
import {
  type CheckCall,
  type CheckResult,
  type CommandEnd,
  PortError,
  type SandboxNetwork,
  type SandboxProfile,
  type Verification,
  type Verified,
  type Verifier,
  type WitnessStore,
} from "#ports";
import { type Agent, failFast, type TurnIntention } from "#runtime";
import { checkTool, openWorkspace, sandboxOpener, toolSet, workTool } from "#tools";
import { makeAgent } from "../compose-run/make-agent.ts";
import { newSessionId } from "../compose-run/session-id.ts";
import { checkLogName } from "./check-log-name.ts";

/** What verifications are made of. */
export interface VerifierOptions {
  readonly stateFolder: string;
  readonly profile: SandboxProfile;
  readonly network: SandboxNetwork;
  readonly witnesses: WitnessStore;
  /** Where people find what the newest failure of each check printed. */
  readonly logs: string;
}

/** The harness's own voice: it asks for the checks and nothing else. */
const MODEL_REF = "harness/verify";
const ROLE: SpecValues["role"] = { kind: "orchestrator", id: "verifier" };

/**
 * Runs checks as one turn of the harness (M07): bound to the policy that says which of them have to hold, in a sandbox whose walls were tried, with a
 * journal and witnesses like any other turn. What a permit needs comes from this turn and from nowhere else.
 */
export function verifier(options: VerifierOptions): Verifier {
  // Walls are tried once by each worker: they are in front of every worktree alike.
  const open = sandboxOpener();
  return {
    async verify(verification) {
      const { workspace: root } = verification;
      const { profile, network } = options;
      const ends = new Map<string, CommandEnd>();
      const workspace = openWorkspace(root, { role: ROLE.id });
      try {
        const sandbox = await open({ root, profile, network, envNames: [] });
        try {
          const tools = toolSet(
            checkTool(sandbox, (name, end) => ends.set(name, end)),
            workTool,
          ).build();
          const sessionId = newSessionId(now());
          const agent = makeAgent({
            model: scriptedModel([askFor(verification.calls), say("the checks have run")], { ref: MODEL_REF }),
            budget: 2,
            tools,
            policy: failFast,
            spec: {
              role: ROLE,
              sandbox: { profile, network, attestation: sandbox.attestation },
              boundaryPolicy: { roots: [root], editSurfaces: [], shellMayEdit: true },
              transportPolicy: { parallelToolCalls: true, order: "strict" },
              mutationPolicy: verification.mutationPolicy,
            },
            workspace,
            journal: (id) =>
              openFileJournal({
                path: joinPath(options.stateFolder, "sessions", `${id}.jsonl`),
                sessionId: id,
                clock: { now },
                sync: "always",
              }),
            witnesses: options.witnesses,
            intends: intentionOf(verification),
          });
          const done = await verified({ agent, sessionId, verification, ends });
          for (const result of done.results) keepFailure(options.logs, result);
          return done;
        } finally {
          sandbox.close();
        }
      } finally {
        workspace.close();
      }
    },
  };
}

/** Keeps what a failed check printed, in place of what it printed before: for people, no evidence. A disk that is full keeps nobody from a verdict. */
function keepFailure(logs: string, { name, outcome, output }: CheckResult): void {
  if (outcome === "ok" || name === "work") return;
  try {
    mkdirSync(logs, { recursive: true });
    writeFileSync(joinPath(logs, checkLogName(name)), output);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

function askFor(wanted: readonly CheckCall[]): ReturnType<typeof calls> {
  return calls(wanted.map(({ tool, args }) => call(tool, args)));
}

/** The turn that has run the checks intends what is to follow, and rests on all of them. */
function intentionOf({ intent }: Verification): TurnIntention {
  return ({ results }) => {
    if (intent === undefined || results.length === 0) return undefined;
    return { intent: { ...intent, inputs: results.map(({ toolCallId }) => toolCallId) } };
  };
}

interface Checking {
  readonly agent: Agent<string>;
  readonly sessionId: string;
  readonly verification: Verification;
  readonly ends: ReadonlyMap<string, CommandEnd>;
}

async function verified({ agent, sessionId, verification, ends }: Checking): Promise<Verified> {
  const outcomes = new Map<string, CheckResult["outcome"]>();
  const asked: string[] = [];
  const run = agent.start("run the checks", { sessionId, signal: verification.signal });
  for await (const event of run) {
    if (event.kind === "ToolDispatched") asked.push(event.toolCallId);
    if (event.kind === "ToolCompleted") outcomes.set(event.toolCallId, event.outcome);
  }
  const result = await run.result;
  const results = verification.calls.map(({ name, required, class: about }, at): CheckResult => {
    const outcome = outcomes.get(asked[at] ?? "") ?? "interrupted";
    return { name, required, class: about, outcome, ...printed(ends.get(name)) };
  });
  const { intended } = result;
  const refusal = result.phase === "Failed" ? result.refusal : undefined;
  if (
    intended === undefined &&
    refusal === undefined &&
    verification.intent !== undefined &&
    !verification.signal.aborted
  )
    throw new PortError("checks", "not_run", `the checks could not be run: ${whyNot(result)}`);
  const witnesses = intended?.witnesses;
  const join = intended?.join ?? (result.phase === "Completed" ? result.join : undefined);
  return {
    sessionId,
    results,
    join,
    ...(refusal === undefined ? {} : { refusal }),
    witnessRef: witnesses?.joinClosed ?? `session://${sessionId}`,
    witnessRefs: [`session://${sessionId}`, ...Object.values(witnesses ?? {})].toSorted(byCodePoint),
  };
}

function whyNot(result: {
  readonly phase: string;
  readonly error?: { readonly message: string };
  readonly reason?: string;
}): string {
  return result.error?.message ?? result.reason ?? result.phase;
}

/** The end of what a check printed, and the classes that it names. */
function printed(end: CommandEnd | undefined): Pick<CheckResult, "output" | "failureClasses"> {
  if (end === undefined) return { output: "", failureClasses: [] };
  const [stdout, stderr] = [end.stdout.text, end.stderr.text];
  const failureClasses = failureClassesIn({ stderr, stdout }, utf8);
  return { output: [stdout, stderr].filter((text) => text !== "").join("\n"), failureClasses };
}
