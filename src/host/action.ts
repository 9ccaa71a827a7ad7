import type { ConfigFile, ReadShell, Sha256, Timestamp, Utf8 } from "#kernel";
import type {
  AgentLoading,
  ArtifactReads,
  Artifacts,
  CancelSignal,
  ConfigTrust,
  CoordinatorWatcher,
  DemoOpening,
  Examination,
  ForkDraft,
  IssueReads,
  IssueStore,
  ReadCassette,
  Replay,
  RunSeat,
  RunWish,
  Sandbox,
  SandboxWish,
  SessionJournal,
  SessionReads,
  SettledSession,
  Setup,
  SetupWish,
  ToolHost,
  Trajectories,
  TrajectoryReads,
  WorkerEnd,
  WorkerProcesses,
  WorkerWish,
} from "#ports";

/** The whole numbers a flag takes, both ends included. */
export interface WholeNumbers {
  readonly min: number | bigint;
  readonly max: number | bigint;
}

/** One flag of a command. With `value` it takes one; without it is a switch. */
export interface Flag {
  readonly name: string;
  readonly value?: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** It takes a whole number, written as one; what was given is in `values` as text. */
  readonly integer?: WholeNumbers;
  /** What `values` holds when it is not given; help shows it. */
  readonly default?: string;
  /** Flags that may not be given beside it. */
  readonly excludes?: readonly string[];
  /** May be given more than once; what was given is in `lists`, in order. */
  readonly repeatable?: true;
  readonly required?: true;
  readonly summary: string;
}

/** A thing a command is given without a flag; several stand in the row's order. */
export interface Operand {
  readonly name: string;
  readonly required?: true;
  /** Takes every further word as well; only the last one does. */
  readonly rest?: true;
  readonly summary: string;
}

/** What the caller gave, already checked against the action's row. */
export interface Arguments {
  readonly switches: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** Of the flags that may be repeated. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** In order; one that may be left out and was is not there. */
  readonly operands: readonly string[];
}

/** The bytes of an input, or one sentence why there are none. */
export type HostInput =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** A configuration file as JSON (`file` undefined: there is none, or it was passed over), or one sentence why it cannot be used. */
export type HostConfigFile =
  | {
      readonly ok: true;
      readonly file: ConfigFile | undefined;
      readonly passedOver?: string;
      /** The very bytes that the value was read from, of a file that is data. */
      readonly bytes?: Uint8Array;
    }
  | { readonly ok: false; readonly reason: string };

/** Done, or one sentence why not. */
export type HostWrite = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** What a path leads to, links followed. */
export type PathKind = "file" | "folder" | "other" | "missing";

/** What the outside gives an action. Actions reach nothing but these. */
export interface HostPorts {
  readonly sha256: Sha256;
  readonly utf8: Utf8;
  readonly readInput: (path: string) => HostInput;
  readonly readStandardInput: () => HostInput;
  /** Whether somebody writes to standard input, or has ended it, within a time; an open pipe on which nothing is said is left alone. */
  readonly awaitInput: (waitMs: number) => Promise<boolean>;
  /** A file that came with the program, by its path from the root. */
  readonly readOwn: (path: string) => HostInput;
  /** The files below a folder that came with the program, by their paths from the root, sorted. */
  readonly listOwn: (folder: string) => readonly string[];
  /** Where such a file is, or would be; undefined where the program's files are not installed. */
  readonly ownPath: (path: string) => string | undefined;
  /** The configuration file that `named` names, else the nearest one; a code file is run to read it, or passed over unless it may be. */
  readonly readConfigFile: (
    named: string | undefined,
    options?: { readonly mayRun?: boolean },
  ) => Promise<HostConfigFile>;
  /** Which configuration files a person has trusted. Loaded when it is asked for: most commands ask for none. */
  readonly configTrust: () => Promise<ConfigTrust>;
  /** Shows lines to a person at the terminal and asks for a yes; undefined where nobody can be asked. */
  readonly askPerson: (lines: readonly string[], question: string) => Promise<boolean | undefined>;
  /** A variable of the environment. */
  readonly environment: (name: string) => string | undefined;
  readonly now: () => Timestamp;
  /** A name that no other request ever has. */
  readonly newRequestId: () => string;
  /** The command as it was typed, quoted for a shell, bounded. */
  readonly commandLine: string;
  /** Whether a person may write the beginning of an id, or its number, for the whole; else ids are exact. */
  readonly abbreviatesIds: boolean;
  /** Who sits at this machine: the git identity, else the login name. Asked only when nobody was named. */
  readonly identity: () => Promise<string>;
  /** The issue file that is meant: what `named` names verbatim, else the one of this repository. */
  readonly issuesPath: (named: string | undefined) => string;
  /** Opens the issue memory; nothing is read before it is asked. The caller closes it. */
  readonly openIssues: (path: string) => Promise<IssueStore>;
  /** The same to be read only, which loads less and locks nothing. */
  readonly readIssues: (path: string) => Promise<IssueReads>;
  /** Session artifacts and feature ledgers, to be looked at only. */
  readonly readArtifacts: () => Promise<ArtifactReads>;
  /** The same to be written too. */
  readonly openArtifacts: () => Promise<Artifacts>;
  /** Trajectories, to be asked only. */
  readonly readTrajectories: () => Promise<TrajectoryReads>;
  /** The same to be appended to. */
  readonly openTrajectories: () => Promise<Trajectories>;
  /** The sessions of a state folder, to be looked at only. */
  readonly readSessions: (stateFolder: string) => Promise<SessionReads>;
  /** A cassette as it stands on the disk. Throws `PortError` where it cannot be read at all. */
  readonly readCassette: (path: string) => Promise<ReadCassette>;
  readonly replay: Replay;
  /** Settles what a crash left open in a session, and goes no further. Throws `PortError` where its journal is refused. */
  readonly settleSession: (journal: SessionJournal) => Promise<SettledSession>;
  /** Runs a module and takes the agent that it makes for a session. */
  readonly loadAgent: (module: string, session: SessionJournal) => Promise<AgentLoading>;
  /** Begins a session of a state folder that is made anew from a cassette; the caller closes its journal. */
  readonly openFork: (stateFolder: string, sessionId: string) => Promise<ForkDraft>;
  /** Runs a worker to its end, shown as it goes on. Throws `PortError` where it could not begin or go on. */
  readonly runWorker: (wish: WorkerWish) => Promise<WorkerEnd>;
  /** The issues that have a worktree with work in it, of the repository of a folder. */
  readonly begunIssues: (repoRoot: string, stateFolder: string) => Promise<ReadonlySet<string>>;
  /** Whether a person reads standard output and can be asked. */
  readonly isTerminal: () => boolean;
  /** Makes an agent ready to work, and shows what it does. Throws `PortError` where a part of it cannot be opened. The caller closes it. */
  readonly openRun: (wish: RunWish) => Promise<RunSeat>;
  /** Workers as processes: each is started with these flags, and kept in this state folder. Throws `PortError` where there is no program to start. */
  readonly openWorkers: (wish: {
    readonly flags: readonly string[];
    readonly stateFolder: string;
  }) => Promise<WorkerProcesses>;
  /** Shows a coordinator from now on, and hears when a person wants it to stop. The caller closes it. */
  readonly watchCoordinator: (wish: {
    readonly json: boolean;
    readonly color: "auto" | "always" | "never";
  }) => Promise<CoordinatorWatcher>;
  /** Opens a stage in an empty folder: the one that is named, else one made for it; or says why not. The caller closes it. */
  readonly openDemo: (wish: { readonly json: boolean; readonly folder: string | undefined }) => Promise<DemoOpening>;
  /** Rings once after so many milliseconds; the answer calls it off. */
  readonly alarm: (ms: number, ring: () => void) => () => void;
  /** The tools that a model is given, ready to be shown and called. */
  readonly openTools: () => Promise<ToolHost>;
  /** What reads shell commands, with the grammar loaded. */
  readonly openShellReader: () => Promise<ReadShell>;
  /** Opens a sandbox whose walls were tried, or throws `PortError`. The caller closes it. */
  readonly openSandbox: (wish: SandboxWish) => Promise<Sandbox>;
  /** Looks at this machine and a workspace, and changes neither. */
  readonly examine: (workspace: string) => Promise<Examination>;
  /** Looks at what a configuration asks for: keys (whether they are set), packages, programs, instructions, room. Starts and sends nothing. */
  readonly examineSetup: (wish: SetupWish) => Promise<Setup>;
  /** From now on a person's wish to stop is told here, instead of ending the program. */
  readonly interruption: () => CancelSignal;
  /** Shows a line of a running command's output as it comes. */
  readonly tellLine: (stream: "stdout" | "stderr", line: string) => void;
  readonly kindOf: (path: string) => PathKind;
  /** The path from the root, links followed; of what is not there, the path alone. */
  readonly realPath: (path: string) => string;
  /** Whether a folder holds a configuration file itself. */
  readonly hasConfig: (folder: string) => boolean;
  /** Makes a folder and those above it. */
  readonly makeFolder: (path: string) => HostWrite;
  /** Replaces a file whole or not at all. */
  readonly writeFile: (path: string, bytes: string | Uint8Array) => HostWrite;
  /** What the version control system jj says of a folder. */
  readonly jjStatus: (folder: string) => Promise<JjStatus>;
  /** Runs git in a folder. */
  readonly runGit: (folder: string, args: readonly string[]) => Promise<GitAnswer>;
  /** The words that start this program from anywhere; undefined when that cannot be said. */
  readonly ownProgram: () => readonly string[] | undefined;
}

/** What git printed, without the last newline; or one line why it did not. */
export type GitAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** What jj says: not installed, the change that is worked on, or why it cannot tell. */
export type JjStatus =
  | { readonly state: "unavailable" }
  | { readonly state: "ready"; readonly repoRoot: string; readonly headChangeId: string }
  | { readonly state: "error"; readonly repoRoot: string | undefined; readonly error: string };

/**
 * An action is done (exit code 0), done with a refusal as its answer (`exit: 1`) or with the exit code of a command that a person had it run,
 * refused or failed (`ok: false, exit: 1`), or its input cannot be used (exit code 2); `message` is the whole line for standard error, `hint` what a person at a terminal may do about it.
 */
export type Outcome<T> = { readonly ok: true; readonly data: T; readonly exit?: number } | Failed;

/** The failing branch of every outcome. */
export interface Failed {
  readonly ok: false;
  readonly message: string;
  readonly exit?: 1;
  readonly hint?: string;
}

/** What an action's module exports. */
export interface ActionModule<T> {
  readonly run: (args: Arguments, ports: HostPorts) => Outcome<T> | Promise<Outcome<T>>;
}
