import {
  type Approval,
  decidePermission,
  frozenCopy,
  nanosOf,
  permissionArgsDigest,
  type PermissionDecision,
  type ReadShell,
  type RuleSet,
  settleApproval,
  SHELL_TOOLS,
  type Timestamp,
  timestampOfNanos,
} from "#kernel";
import { sha256 } from "#platform";
import type {
  Approver,
  CancelSignal,
  Clock,
  PermissionAnswer,
  PermissionKeeper,
  PermissionQuestion,
  PermissionVerdict,
  PermissionWish,
} from "#ports";
import { within } from "../boundary/within.ts";

/** What a session decides its calls by. */
export interface KeeperOptions {
  readonly ruleSet: RuleSet;
  readonly readShell: ReadShell;
  /** The workspace's real path. */
  readonly root: string;
  readonly sessionId: string;
  readonly clock: Clock;
  readonly approver: Approver;
  /** How long a question waits for its answer. */
  readonly timeoutMs: number;
  /** Makes an answer last before anything runs because of it. */
  readonly keep: (approval: Approval) => void | Promise<void>;
  /** Answers that were given before in this session: those for the session still count. */
  readonly kept?: readonly Approval[];
  /** Hears each question as it is asked. */
  readonly asked?: (question: PermissionQuestion) => void;
}

const NANOS_PER_MILLISECOND = 1_000_000n;
/** How long an answer for the session holds: a night and the morning after it. */
const SESSION_MS = 12 * 3_600_000;

/**
 * Decides by the rules, and asks a person where they say so (T08). An answer is a row that is kept before it counts; it holds for these
 * arguments under these rules, and one for the session is not asked for twice. No answer in time, or nobody to ask, is no.
 */
export function permissionKeeper(options: KeeperOptions): PermissionKeeper {
  const { ruleSet, clock } = options;
  const forSession = new Map<string, Approval>();
  for (const approval of options.kept ?? [])
    if (approval.scope === "session") forSession.set(approval.argsDigest, approval);

  async function judge(wish: PermissionWish, signal: CancelSignal): Promise<PermissionVerdict> {
    const decision = decisionOn(wish, options);
    const settle = (approval: Approval | undefined): PermissionVerdict => {
      const asked = { ...wish, policyDigest: ruleSet.digest, decision, sessionId: options.sessionId, now: clock.now() };
      return verdictOn(settleApproval(asked, approval, sha256), decision, approval);
    };
    if (decision.effect !== "ask") return settle(undefined);
    const argsDigest = permissionArgsDigest(sha256, wish.tool, wish.args);
    const remembered = forSession.get(argsDigest);
    // A no for the session holds as long as a yes.
    if (remembered !== undefined && settle(remembered).evidence.decision !== "expired") return settle(remembered);
    const approval = await ask({ wish, decision, argsDigest }, options, signal);
    if (approval === undefined) return settle(undefined);
    await options.keep(approval);
    if (approval.scope === "session") forSession.set(argsDigest, approval);
    return settle(approval);
  }

  return { judge };
}

function decisionOn({ tool, args }: PermissionWish, { ruleSet, readShell, root }: KeeperOptions): PermissionDecision {
  const command = args["command"];
  const isShell = SHELL_TOOLS.includes(tool) && typeof command === "string";
  return decidePermission(ruleSet, { tool, args, root, ...(isShell ? { shell: readShell(command) } : {}) });
}

interface Asking {
  readonly wish: PermissionWish;
  readonly decision: PermissionDecision;
  readonly argsDigest: string;
}

/** A person's answer as a row; undefined when none came in time. */
async function ask(
  { wish, decision, argsDigest }: Asking,
  { ruleSet, sessionId, clock, approver, timeoutMs, asked: hear }: KeeperOptions,
  signal: CancelSignal,
): Promise<Approval | undefined> {
  const { ruleId, reasons } = decision;
  const expiresAt = later(clock.now(), timeoutMs);
  const over = new AbortController();
  // A copy, and one that stays: an approver decides about what is asked, and changes nothing of it.
  const question = frozenCopy({ ...wish, ruleId, reasons, expiresAt });
  hear?.(question);
  // In its own turn: what an approver throws at once is as good as what it rejects with later.
  const answered = Promise.resolve(question)
    .then((asked) => approver(asked, over.signal))
    .then(
      usableAnswer,
      // Whoever could not ask has no answer; the call is not run, and the question's own error is not the model's to hear.
      () => undefined,
    );
  const nobody = (): undefined => undefined;
  const answer = await within(answered, { timeoutMs, signal, late: nobody, cancelled: nobody });
  over.abort();
  if (answer === undefined) return undefined;
  const { decision: said, scope, by } = answer;
  return {
    argsDigest,
    policyDigest: ruleSet.digest,
    ruleId,
    decision: said,
    by,
    at: clock.now(),
    expiresAt: scope === "session" ? later(clock.now(), SESSION_MS) : expiresAt,
    scope,
    sessionId,
    toolCallId: wish.toolCallId,
  };
}

/** An answer of the form that answers have; anything else is none. */
function usableAnswer(given: PermissionAnswer | null | undefined): PermissionAnswer | undefined {
  if (given === null || given === undefined) return undefined;
  const { decision, scope, by } = given;
  const isDecision = decision === "approved" || decision === "refused";
  return isDecision && (scope === "once" || scope === "session") && typeof by === "string"
    ? { decision, scope, by }
    : undefined;
}

function later(at: Timestamp, milliseconds: number): Timestamp {
  return timestampOfNanos(nanosOf(at) + BigInt(milliseconds) * NANOS_PER_MILLISECOND);
}

function verdictOn(
  evidence: PermissionVerdict["evidence"],
  { reasons, ruleId }: PermissionDecision,
  approval: Approval | undefined,
): PermissionVerdict {
  const { why } = reasons.find((reason) => reason.ruleId === ruleId) ?? reasons[0];
  const permitted = evidence.decision === "allow" || evidence.decision === "approved";
  return { permitted, evidence, why, ...(approval === undefined ? {} : { approval }) };
}
