import { type AgentOptions, memoryJournal, type MemoryJournal } from "../../src/index.ts";
import type { AgentEvent } from "#ports";
import { cancelSwitch, newRequestId, sha256, utf8 } from "#platform";
import { beginSession, Run } from "#runtime";
import { noWorkspace, toolDesk, toolSet } from "#tools";
import { bindAgent } from "../../src/runtime/agent/bind-agent.ts";
import { runSetting } from "../../src/runtime/agent/run-ports.ts";
import { manualClock, type Script, scriptedModel } from "../../src/testing/index.ts";

/** A run in a test's own hands: nothing drives it but the test. */
export interface BareRun {
  readonly run: Run;
  readonly journal: MemoryJournal;
  readonly events: readonly AgentEvent[];
  readonly cancel: () => void;
}

/** A run that has begun its session, and has taken no step. */
export async function bareRun(script: Script, options: Partial<AgentOptions> = {}): Promise<BareRun> {
  const clock = manualClock();
  const ports: Parameters<typeof bindAgent>[2] = {
    sha256,
    utf8,
    clock,
    newId: newRequestId,
    newSwitch: cancelSwitch,
    toolSet: (tools) => toolSet(...tools).build(),
    desk: ({ workspace = noWorkspace, ...parts }) => toolDesk({ ...parts, workspace }),
    memoryJournal,
  };
  const set = options.tools ?? toolSet().build();
  const whole = { model: scriptedModel(script), budget: 20, ...options };
  const bound = bindAgent(whole, set, ports);
  const journal = memoryJournal("s-1", clock);
  const events: AgentEvent[] = [];
  const off = cancelSwitch();
  const { signal } = off;
  const own = {
    sessionId: "s-1",
    correlationId: "s-1",
    parent: undefined,
    terms: bound.terms,
    journal,
    set,
    emit: (event: AgentEvent): void => void events.push(event),
    signal,
    permissions: undefined,
    reminders: (): readonly string[] => [],
    keepOutput: (): void => undefined,
  };
  const run = new Run(runSetting(whole, bound, { ports, own }));
  await beginSession(run, "go");
  return { run, journal, events, cancel: () => off.cancel("enough") };
}
