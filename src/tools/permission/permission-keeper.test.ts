import { expect, test } from "vitest";
import { type Approval, approvalRef, parseRuleSet, type RuleSet, type Timestamp } from "#kernel";
import { sha256 } from "#platform";
import type { Approver, PermissionAnswer, PermissionQuestion, PermissionVerdict } from "#ports";
import { openShellReader } from "../shell-parse/open-shell-reader.ts";
import { type KeeperOptions, permissionKeeper } from "./permission-keeper.ts";

const readShell = await openShellReader();
const RULES = ruleSetOf("ask");
const YES: PermissionAnswer = { decision: "approved", scope: "once", by: "ada" };
const NEVER = new AbortController().signal;
const REMOVE = { toolCallId: "tc-1", tool: "bash", args: { command: "rm notes.md" } };

function ruleSetOf(otherwise: "ask" | "deny"): RuleSet {
  const reading = parseRuleSet(
    {
      schema: 1,
      kind: "tusk.permissions.v1",
      id: "test",
      otherwise,
      rules: [
        {
          id: "look",
          effect: "allow",
          why: "prints",
          tools: ["bash"],
          commands: [{ words: ["echo"], operands: "text" }],
          match: ["echo hello"],
          not_match: ["rm hello"],
        },
      ],
    },
    { sha256, readShell },
  );
  if (!reading.ok) throw new Error(reading.problems.join("; "));
  return reading.ruleSet;
}

/** A keeper of a session in which time stands still, with everything that was asked and kept. */
function session(approver: Approver, changed: Partial<KeeperOptions> = {}) {
  const asked: PermissionQuestion[] = [];
  const kept: Approval[] = [];
  const keeper = permissionKeeper({
    ruleSet: RULES,
    readShell,
    root: "/work",
    sessionId: "s-1",
    clock: { now: () => "2030-01-01T00:00:00Z" as Timestamp },
    approver: (question, signal) => {
      asked.push(question);
      return approver(question, signal);
    },
    timeoutMs: 60_000,
    keep: (approval) => void kept.push(approval),
    ...changed,
  });
  return { keeper, asked, kept };
}

const says =
  (answer: PermissionAnswer | undefined): Approver =>
  () =>
    Promise.resolve(answer);

const throwing: Approver = () => {
  throw new Error("broken");
};

test("what the rules allow or deny is asked of nobody (T08)", async () => {
  const { keeper, asked, kept } = session(says(YES));
  const denying = session(says(YES), { ruleSet: ruleSetOf("deny") });
  const verdicts: PermissionVerdict[] = [
    await keeper.judge({ toolCallId: "tc-1", tool: "bash", args: { command: "echo a" } }, NEVER),
    await denying.keeper.judge(REMOVE, NEVER),
    await keeper.judge({ toolCallId: "tc-2", tool: "teleport", args: {} }, NEVER),
  ];
  expect({ verdicts, asked: [...asked, ...denying.asked], kept: [...kept, ...denying.kept] }).toEqual({
    verdicts: [
      { permitted: true, evidence: { decision: "allow", ruleId: "look" }, why: "prints" },
      { permitted: false, evidence: { decision: "deny", ruleId: "otherwise" }, why: "no rule speaks of it" },
      { permitted: false, evidence: { decision: "deny", ruleId: "unknown-tool" }, why: "no rule names this tool" },
    ],
    asked: [],
    kept: [],
  });
});

test("a person's yes is a row that is kept before it counts, bound to arguments and rules (T08)", async () => {
  let isKept = false;
  const { keeper, asked } = session(says(YES), {
    keep: async () => {
      await Promise.resolve();
      isKept = true;
    },
  });
  const verdict = await keeper.judge(REMOVE, NEVER);
  const { approval } = verdict;
  if (approval === undefined) throw new Error("no row");
  expect({ verdict, isKept, asked: asked.map(({ tool, args, expiresAt }) => ({ tool, args, expiresAt })) }).toEqual({
    verdict: {
      permitted: true,
      evidence: { decision: "approved", ruleId: "otherwise", approvalRef: approvalRef(sha256, approval) },
      why: "no rule speaks of it",
      approval,
    },
    isKept: true,
    asked: [{ tool: "bash", args: REMOVE.args, expiresAt: "2030-01-01T00:01:00Z" }],
  });
  expect(approval).toMatchObject({ policyDigest: RULES.digest, toolCallId: "tc-1", sessionId: "s-1", by: "ada" });
});

test("an answer that cannot be kept permits nothing", async () => {
  const { keeper } = session(says(YES), { keep: () => Promise.reject(new Error("disk full")) });
  await expect(keeper.judge(REMOVE, NEVER)).rejects.toThrow("disk full");
});

test.each<[string, Approver, string]>([
  ["no", says({ ...YES, decision: "refused" }), "refused"],
  ["silence", () => new Promise(() => undefined), "expired"],
  ["nobody to ask", says(undefined), "expired"],
  ["a question that could not be asked", () => Promise.reject(new Error("no terminal")), "expired"],
  ["an approver that throws at once", throwing, "expired"],
  ["an answer that is none", () => Promise.resolve({ decision: "yes" } as never), "expired"],
  ["nothing where an answer is due", () => null as never, "expired"],
])("%s is no (T08)", async (_, approver, decision) => {
  const { keeper } = session(approver, { timeoutMs: 20 });
  const { permitted, evidence } = await keeper.judge(REMOVE, NEVER);
  expect({ permitted, decision: evidence.decision }).toEqual({ permitted: false, decision });
});

test("whoever asks is told when an answer would be too late", async () => {
  let toldLate = false;
  const waits: Approver = (_, signal) =>
    new Promise(() => signal.addEventListener("abort", () => (toldLate = true), { once: true }));
  await session(waits, { timeoutMs: 20 }).keeper.judge(REMOVE, NEVER);
  expect(toldLate).toBe(true);
});

test("a run that is called off waits for no answer", async () => {
  const stop = new AbortController();
  const judging = session(() => new Promise(() => undefined)).keeper.judge(REMOVE, stop.signal);
  stop.abort();
  expect(await judging).toMatchObject({ permitted: false, evidence: { decision: "expired" } });
});

test("yes for the session is asked once, for these arguments alone; yes for once is asked again (T08)", async () => {
  const forSession = session(says({ ...YES, scope: "session" }));
  const once = session(says(YES));
  for (const { keeper } of [forSession, once]) {
    await keeper.judge(REMOVE, NEVER);
    await keeper.judge({ ...REMOVE, toolCallId: "tc-2" }, NEVER);
    await keeper.judge({ ...REMOVE, toolCallId: "tc-3", args: { command: "rm other.md" } }, NEVER);
  }
  expect([forSession, once].map(({ asked }) => asked.map(({ toolCallId }) => toolCallId))).toEqual([
    ["tc-1", "tc-3"],
    ["tc-1", "tc-2", "tc-3"],
  ]);
});

test("an answer that came after its time does not count, whatever it says", async () => {
  const moments = ["00:00:00", "00:02:00", "00:02:00"];
  const clock = { now: () => `2030-01-01T${moments.shift() ?? "00:02:00"}Z` as Timestamp };
  const { keeper } = session(says(YES), { clock });
  expect(await keeper.judge(REMOVE, NEVER)).toMatchObject({ permitted: false, evidence: { decision: "expired" } });
});

test("no for the session is not asked twice either (T08)", async () => {
  const { keeper, asked } = session(says({ decision: "refused", scope: "session", by: "ada" }));
  await keeper.judge(REMOVE, NEVER);
  expect(await keeper.judge({ ...REMOVE, toolCallId: "tc-2" }, NEVER)).toMatchObject({
    permitted: false,
    evidence: { decision: "refused" },
  });
  expect(asked).toHaveLength(1);
});
