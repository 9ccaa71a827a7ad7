import type { HostPorts } from "#host";
import type { StoreNotice } from "#ports";
import {
  askPerson,
  awaitInput,
  configTrust,
  environment,
  findIssuesPath,
  hasConfig,
  identity,
  idle,
  importModule,
  importPackage,
  interruption,
  jjStatus,
  kindOf,
  listOwn,
  makeFolder,
  newRequestId,
  now,
  openRepository,
  ownPath,
  ownProgram,
  readConfigFile,
  readInput,
  readOwn,
  readStandardInput,
  realPath,
  runGit,
  sha256,
  utf8,
  writeFileWhole,
} from "#platform";
import { harmless } from "./render/paper.ts";
import { writeAll } from "./streams.ts";

/** What differs between the program's names and terminals. */
export interface Manner extends Pick<HostPorts, "abbreviatesIds" | "tellLine"> {
  /** Tells a person what was met and mended on the way. */
  readonly note: (text: string) => void;
}

/** The only place where the outside meets the actions: their ports, made of this platform's parts. */
export function composePorts(commandLine: string, { abbreviatesIds, tellLine, note }: Manner): HostPorts {
  const notice = ({ text }: StoreNotice): void => note(text);
  return {
    sha256,
    utf8,
    readInput,
    readStandardInput,
    awaitInput,
    readOwn,
    listOwn,
    ownPath,
    readConfigFile,
    configTrust,
    askPerson: async (lines, question) =>
      askPerson(`${lines.map((line) => `${harmless(line)}\n`).join("")}${question}`, (text) => writeAll(2, text)),
    environment,
    now,
    newRequestId,
    commandLine,
    abbreviatesIds,
    identity,
    issuesPath: findIssuesPath,
    // The store brings a database with it: only commands on issues load it.
    openIssues: async (path) => (await import("#memory")).openIssueStore(path, { now, notice }),
    readIssues: async (path) => (await import("#memory")).openIssueReads(path, { now, notice }),
    readArtifacts: async () => (await import("#memory")).readArtifacts(),
    openArtifacts: async () => (await import("#memory")).openArtifacts({ now }),
    readTrajectories: async () => (await import("#memory")).readTrajectories({ notice: note }),
    openTrajectories: async () => (await import("#memory")).openTrajectories({ now, notice: note }),
    readSessions: async (stateFolder) => (await import("#memory")).readSessions(stateFolder),
    readCassette: async (path) => (await import("#memory")).readFileJournal(path),
    replay: async (cassette, options) => {
      const [{ replayCassette }, { memoryWitnesses }] = await Promise.all([import("#runtime"), import("#memory")]);
      return replayCassette(cassette, { sha256, utf8, witnesses: memoryWitnesses(), idle }, options);
    },
    openFork: async (stateFolder, id) => (await import("#memory")).openFork(stateFolder, id, { now }),
    settleSession: async ({ path, sessionId }) => {
      const [{ settleSession }, { openFileJournal }] = await Promise.all([import("#runtime"), import("#memory")]);
      return settleSession(await openFileJournal({ path, sessionId, clock: { now }, sync: "always" }));
    },
    loadAgent: async (module, session) =>
      (await import("./load-agent.ts")).loadAgent(module, session, { importModule, importPackage, clock: { now } }),
    runWorker: async (wish) => (await import("./compose-harness.ts")).runWorkerHere(wish),
    begunIssues: async (repoRoot, stateFolder) => {
      const repository = await openRepository(repoRoot, { stateFolder });
      return new Set((await repository.worktrees()).map(({ issueId }) => issueId));
    },
    isTerminal: () => process.stdin.isTTY && process.stdout.isTTY,
    openRun: async (wish) => (await import("./compose-run.ts")).openRun(wish),
    openWorkers: async (wish) => {
      const { workerProcesses } = await import("./compose-harness/worker-processes.ts");
      return workerProcesses({ ...wish, program: ownProgram() ?? [], cwd: process.cwd() });
    },
    watchCoordinator: async (wish) =>
      (await import("./coordinator-view/open-coordinator-view.ts")).openCoordinatorView({ ...wish, now }),
    openDemo: async (wish) => (await import("./demo/open-demo-stage.ts")).openDemoStage({ ...wish, now }),
    alarm: (ms, ring) => {
      const timer = setTimeout(ring, ms);
      return () => clearTimeout(timer);
    },
    // Tools bring the schema library with them.
    openTools: async () => (await import("#tools")).hostTools(),
    openShellReader: async () => (await import("#tools")).openShellReader(),
    openSandbox: async (wish) => (await import("#tools")).openSandbox(wish),
    examine: async (workspace) => (await import("#tools")).examine(workspace),
    examineSetup: async (wish) => {
      const [{ examineSetup }, { PROVIDERS: providers }] = await Promise.all([import("#tools"), import("#models")]);
      return examineSetup(wish, { providers, environment: (name) => process.env[name] });
    },
    interruption,
    tellLine,
    kindOf,
    realPath,
    hasConfig,
    makeFolder,
    writeFile: writeFileWhole,
    jjStatus,
    runGit,
    ownProgram,
  };
}
