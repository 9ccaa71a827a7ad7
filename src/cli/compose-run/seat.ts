import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BudgetAmounts, ReceivedHandoff } from "#kernel";
import { openFileJournal } from "#memory";
import { identity, now } from "#platform";
import { type AgentEvent, type Approver, type Journal, PortError, type RunSeat, type SeatedEnd } from "#ports";
import type { AgentRun } from "#runtime";
import type { ShellLine } from "#tools";
import type { Outlet } from "../run-view/open-view.ts";
import type { RunView } from "../run-view/run-view.ts";
import type { StopSwitch } from "../run-view/stop-switch.ts";
import { changedPaths } from "../run-view/tool-summary.ts";
import { leave } from "./leave.ts";
import { listeningJournal } from "./listening-journal.ts";
import { mcpNotices } from "./mcp-notices.ts";
import { type AgentParts, runAgent } from "./run-agent.ts";
import { seatedEnd } from "./seated-end.ts";
import { newSessionId } from "./session-id.ts";
import type { SessionPlace } from "./stopped-text.ts";

/** What a seat is made of. */
export interface SeatParts extends AgentParts {
  readonly view: RunView;
  readonly outlet: Outlet;
  readonly stop: StopSwitch;
}

/** One run of a seat: a new session with its task, or one that is taken up. */
interface Launch {
  readonly sessionId: string;
  readonly isNew: boolean;
  readonly input: string | undefined;
  /** The packet that the session goes on from. */
  readonly handoffIn?: ReceivedHandoff | undefined;
}

const STOPPED_EARLY = "interrupted before the agent began: nothing was sent or changed";
/** A process that waits for nothing that Node knows of would end in silence. */
const STAY_MS = 60_000;

/** One agent, run after run, each of them shown while it goes on. */
export class Seat implements RunSeat {
  readonly #parts: SeatParts;
  readonly #changed = new Set<string>();
  /** What calls under way will have changed. */
  readonly #changing = new Map<string, readonly string[]>();
  /** What was typed and no run was told yet. */
  readonly #unsaid: string[] = [];
  readonly #notes: string[] = [];
  #left: BudgetAmounts;
  #run: AgentRun<string> | undefined;
  #step = 0;
  /** The steps of the run at hand, or of the last one. */
  #runSteps = 0;
  #isPriced = false;
  /** The model has made calls: it will be asked once more. */
  #willAsk = false;
  #serversTold: readonly string[];
  #isClosed = false;
  #place: SessionPlace | undefined;

  constructor(parts: SeatParts) {
    this.#parts = parts;
    this.#left = parts.wish.budget;
    this.#serversTold = mcpNotices(parts.tools.mcp.servers);
  }

  /** Where the newest session of this seat is; undefined before there is one. */
  get place(): SessionPlace | undefined {
    return this.#place;
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  /** Whoever has to know the session's name before it begins gives it one. */
  start(
    input: string,
    sessionId: string = newSessionId(now()),
    more: Pick<Launch, "handoffIn"> = {},
  ): Promise<SeatedEnd> {
    return this.#go({ sessionId, isNew: true, input, ...more });
  }

  resume(sessionId: string, input: string | undefined, more: Pick<Launch, "handoffIn"> = {}): Promise<SeatedEnd> {
    return this.#go({ sessionId, isNew: false, input, ...more });
  }

  next(): Promise<string | undefined> {
    const { stop, view } = this.#parts;
    if (stop.signal.aborted) return Promise.resolve(undefined);
    const { promise: stopped, resolve } = Promise.withResolvers<undefined>();
    // Whoever ends the program from elsewhere has nothing more to say either.
    stop.signal.addEventListener("abort", () => resolve(undefined), { once: true });
    return Promise.race([view.next(), stopped]);
  }

  /** Tells the model something with its next request. It waits until there will be one: behind an answer nobody would be told. */
  remind(text: string): void {
    this.#unsaid.push(text);
    if (this.#willAsk) this.#tell();
  }

  #tell(): void {
    for (const text of this.#unsaid.splice(0)) this.#run?.remind(text);
  }

  /** A line of a command's output: no row of the journal, told as it comes. */
  hearLine({ toolCallId, stream, line }: ShellLine): void {
    if (this.#run === undefined) return;
    void this.#parts.view.hear({ kind: "ToolOutput", step: this.#step, toolCallId, stream, line });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { view, outlet, stop, tools } = this.#parts;
    view.close();
    await tools.close();
    await leave(outlet, stop);
  }

  async #go(launch: Launch): Promise<SeatedEnd> {
    const { wish, view, stop } = this.#parts;
    const { sessionId, isNew } = launch;
    if (stop.signal.aborted) throw new PortError("run", "stopped", STOPPED_EARLY);
    const path = join(wish.stateFolder, "sessions", `${sessionId}.jsonl`);
    const tape = join(wish.stateFolder, "cassettes", `${sessionId}.jsonl`);
    const journal = await openFileJournal({ path, sessionId, clock: { now }, sync: "always" });
    this.#place = { sessionId, path };
    for (const text of this.#notes.splice(0)) view.notice({ about: "note", text });
    for (const text of journal.opened.healed) view.notice({ about: "mended", text });
    // A session that was recorded is recorded to its end.
    const cassette = wish.record || (!isNew && existsSync(tape)) ? tape : undefined;
    const budget = { ...this.#left, steps: wish.budget.steps };
    this.#begin({ ...launch, path, budget, cassette });
    const run = this.#launch(launch, { journal, cassette, budget });
    const result = await this.#watch(run);
    this.#left = result.budgetLeft;
    this.#tellServers();
    const [runSteps, isPriced] = [this.#runSteps, this.#isPriced];
    return seatedEnd(result, { path, changed: [...this.#changed], cassette, runSteps, isPriced });
  }

  /** Servers that have come to stand otherwise while the run went on. */
  #tellServers(): void {
    const { tools, view } = this.#parts;
    const notices = mcpNotices(tools.mcp.servers);
    for (const text of notices) if (!this.#serversTold.includes(text)) view.notice({ about: "mcp", text });
    this.#serversTold = notices;
  }

  #begin({
    sessionId,
    isNew,
    path,
    budget,
    cassette,
  }: Launch & { readonly path: string; readonly budget: BudgetAmounts; readonly cassette: string | undefined }): void {
    const { wish, view, model, tools } = this.#parts;
    view.begin({
      sessionId,
      resumed: !isNew,
      model: model.ref,
      workspace: wish.workspace,
      journal: path,
      profile: wish.profile,
      network: wish.network,
      rules: tools.rulesName,
      budget,
      tools: tools.set.tools.map(({ name }) => name),
      instructions: tools.instructions.map((instruction) => instruction.path),
      ...(cassette === undefined ? {} : { cassette }),
    });
  }

  #launch(
    { sessionId, isNew, input, handoffIn }: Launch,
    given: { readonly journal: Journal; readonly cassette: string | undefined; readonly budget: BudgetAmounts },
  ): AgentRun<string> {
    const { journal, cassette, budget } = given;
    const record = cassette === undefined ? undefined : () => openTape(cassette, sessionId);
    const rows = listeningJournal(journal, (text) => this.#parts.view.told(text));
    const agent = runAgent(this.#parts, { journal: () => rows, record, approver: this.#approver() });
    const options = { budget, signal: this.#parts.stop.signal, ...(handoffIn === undefined ? {} : { handoffIn }) };
    if (isNew) return agent.start(input ?? "", { ...options, sessionId });
    return agent.resume(sessionId, { ...options, ...(input === undefined ? {} : { input }) });
  }

  #approver(): Approver {
    const { view } = this.#parts;
    return async (question, signal) => view.ask(question, { by: await identity(), signal });
  }

  async #watch(run: AgentRun<string>): Promise<Awaited<AgentRun<string>["result"]>> {
    const stay = setInterval(() => undefined, STAY_MS);
    const { view, outlet, stop } = this.#parts;
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    let told: string | undefined;
    const heedStop = (): void => resolve();
    stop.signal.addEventListener("abort", heedStop, { once: true });
    try {
      this.#run = run;
      this.#runSteps = 0;
      for await (const event of run) {
        this.#note(event);
        await view.hear(event);
        // Whoever stops the run does not wait for a reader that has stalled.
        await Promise.race([outlet.room(), stopped]);
      }
      const result = await run.result;
      if (result.phase === "Failed") told = `${result.error.category}: ${result.error.message}`;
      return result;
    } finally {
      this.#run = undefined;
      this.#step = 0;
      this.#willAsk = false;
      // What nobody was told is the person's next message.
      this.#unsaid.length = 0;
      clearInterval(stay);
      stop.signal.removeEventListener("abort", heedStop);
      view.end(told);
    }
  }

  /** What the end will tell: the step at hand, and the files that were changed. */
  #note(event: AgentEvent): void {
    if (event.kind === "StepStarted") {
      this.#step = event.step;
      this.#runSteps += 1;
    }
    if (event.kind === "ModelResponded" && event.usage.costMicros !== undefined) this.#isPriced = true;
    if (event.kind === "StepStarted" || event.kind === "ModelResponded")
      this.#willAsk = event.kind === "ModelResponded" && event.calls > 0;
    if (this.#willAsk) this.#tell();
    if (event.kind === "ToolDispatched") this.#changing.set(event.toolCallId, changedPaths(event.tool, event.args));
    if (event.kind !== "ToolCompleted") return;
    const paths = this.#changing.get(event.toolCallId) ?? [];
    this.#changing.delete(event.toolCallId);
    if (event.outcome === "ok") for (const path of paths) this.#changed.add(path);
  }
}

function openTape(path: string, sessionId: string): Promise<Journal> {
  return openFileJournal({ path, sessionId, clock: { now }, sync: "always" });
}
