import { byCodePoint, oneLine } from "#kernel";
import { PortError, type SessionJournal, type SessionReads } from "#ports";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { type CutOff, cutOff } from "./cut-off.ts";
import { failed, unusable } from "./failed.ts";
import { type ReadSession, readSession, SEALED } from "./read-session.ts";
import { outlineOf } from "./session-outline.ts";
import { resolveSession } from "./with-sessions.ts";

/** What is to be done: a task in a new session, or a session that is taken up. */
export type RunTask =
  | { readonly kind: "start"; readonly input: string }
  | {
      readonly kind: "resume";
      readonly sessionId: string;
      readonly input: string | undefined;
      /** The model that it was asked of last, where its rows tell. */
      readonly model: string | undefined;
      /** What a crash left open, one sentence each. */
      readonly notes: readonly string[];
    };

const QUOTE = 'the task is one word of the command line: quote it, as in tusk run "make the tests pass"';

/** The most that a task may say: more is a file, and tools read files. */
const MOST_BYTES = 1024 * 1024;

/** What the words of the command line ask for. Nothing is changed; a session is looked for only with `--resume`. */
export async function runTask(args: Arguments, stateFolder: string, ports: HostPorts): Promise<Outcome<RunTask>> {
  if (args.switches.has("resume")) return resumed(args.operands, stateFolder, ports);
  const [word, more] = args.operands;
  if (more !== undefined) return unusable(QUOTE);
  const input = said(word ?? "-", ports);
  return input.ok ? { ok: true, data: { kind: "start", input: input.data } } : input;
}

/** A text as it was given, `-` read from standard input; blank text says nothing. */
function said(word: string, ports: HostPorts): Outcome<string> {
  if (word !== "-") return word.trim() === "" ? unusable("the task is blank") : { ok: true, data: word };
  const input = ports.readStandardInput();
  if (!input.ok) return unusable(`failed to read the task: ${input.reason}`);
  if (input.bytes.length > MOST_BYTES) return unusable(`the task on standard input is longer than ${MOST_BYTES} bytes`);
  const text = ports.utf8.decode(input.bytes, 0, input.bytes.length);
  if (text === undefined) return unusable("the task on standard input is no UTF-8");
  return text.trim() === ""
    ? unusable("the task on standard input is blank; give one, or say that issues are meant (--max-issues)")
    : { ok: true, data: text.trimEnd() };
}

async function resumed(words: readonly string[], stateFolder: string, ports: HostPorts): Promise<Outcome<RunTask>> {
  if (words.length > 2) return unusable(QUOTE);
  if (ports.kindOf(stateFolder) !== "folder")
    return failed(`there is no state folder ${stateFolder}`, 'tusk run "..." begins the first session');
  const sessions = await ports.readSessions(stateFolder);
  const meant = meantSession(words, sessions);
  if (!meant.ok) return meant;
  const { session, word } = meant.data;
  const input = word === undefined ? undefined : said(word, ports);
  if (input !== undefined && !input.ok) return input;
  return takenUp(session, input?.data);
}

interface Meant {
  readonly session: ReadSession;
  /** What is said to it. */
  readonly word: string | undefined;
}

/** What could be an id, or the beginning of one, and no sentence. */
const ID_LIKE = /^[0-9a-f][0-9a-f-]{3,}$/;

/** The session that the first word names, else the newest one, to which the first word is said. */
function meantSession(words: readonly string[], sessions: SessionReads): Outcome<Meant> {
  const all = sessions.list();
  const [first, second] = words;
  const isName = first !== undefined && (second !== undefined || namesOne(first, all) || ID_LIKE.test(first));
  if (isName) {
    const found = resolveSession(first, all);
    return found.ok ? { ok: true, data: { session: readSession(found.data, sessions), word: second } } : found;
  }
  const newest = newestSession(all, sessions);
  if (newest === undefined) return failed("there is no session to go on with", 'tusk run "..." begins one');
  return { ok: true, data: { session: newest, word: first } };
}

function namesOne(word: string, all: readonly SessionJournal[]): boolean {
  return word !== "" && all.some(({ sessionId }) => sessionId.startsWith(word));
}

/** The session that was written last. One that cannot be read, or that works for another one, is passed over. */
function newestSession(all: readonly SessionJournal[], sessions: SessionReads): ReadSession | undefined {
  const found = all.flatMap((journal) => {
    const session = readable(journal, sessions);
    const [first] = session?.rows ?? [];
    const isOwn = first?.event.kind === "session.started" && first.event.parent === undefined;
    return session !== undefined && isOwn ? [session] : [];
  });
  return found.toSorted((a, b) => byCodePoint(b.rows.at(-1)?.at ?? "", a.rows.at(-1)?.at ?? ""))[0];
}

function readable(journal: SessionJournal, sessions: SessionReads): ReadSession | undefined {
  try {
    return readSession(journal, sessions);
  } catch (error) {
    if (error instanceof PortError) return undefined;
    throw error;
  }
}

/** A session that can be gone on with. */
function takenUp(session: ReadSession, input: string | undefined): Outcome<RunTask> {
  const { sessionId, isSealed, rows, problem } = session;
  const name = oneLine(sessionId);
  if (isSealed) return failed(`session ${name} cannot be taken up: ${SEALED}`, "begin a new one");
  if (rows.length === 0 && problem === undefined)
    return failed(`session ${name} was never begun: nothing was written`, 'tusk run "..." begins a new one');
  if (outlineOf(session).phase === "Completed" && input === undefined)
    return failed(
      `session ${name} is completed; say what comes next: tusk run --resume ${name} "..."`,
      "'tusk session show' has what was said",
    );
  return { ok: true, data: { kind: "resume", sessionId, input, model: modelOf(session), notes: cutOffNotes(session) } };
}

function modelOf({ rows }: ReadSession): string | undefined {
  const bound = rows.findLast(({ event }) => event.kind === "policies.bound")?.event;
  return bound?.kind === "policies.bound" ? bound.terms.modelRef : undefined;
}

/** What becomes of a call that a crash left without an answer. */
const BECOMES: Readonly<Record<CutOff["settled"][number]["outcome"], string>> = {
  interrupted: "may have taken effect, and is not run again",
  not_run: "was not run",
};

function cutOffNotes(session: ReadSession): readonly string[] {
  const { step, settled } = cutOff(session);
  if (step === undefined) return [];
  return [
    `step ${step} was cut off; the session goes on behind it`,
    ...settled.map(({ toolCallId, tool, outcome }) => `${toolCallId} ${tool} ${BECOMES[outcome]}`),
  ];
}
