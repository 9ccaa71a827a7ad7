import { type JsonObject, type HarnessRow, type Refusal } from "#kernel";
import type { CheckResult, Verified, Worktree } from "#ports";
import { askGate, type Closing, closing, type GateWord } from "./gate.ts";
import type { Stepping } from "./stepping.ts";
import { checkCalls, closingPolicy, failureClassesOf, holds } from "./verification.ts";

/** A tree that was verified, and what the gate said of closing the issue with it. */
export interface Judged {
  readonly tree: string;
  readonly changed: readonly string[];
  readonly verified: Verified;
  readonly mutation: Closing;
  readonly word: GateWord;
  readonly failureClasses: readonly string[];
}

/** Verifies what a worktree holds before anything is changed, what others left half done too; a tree that was verified by this process is not verified twice (003 §3.2). */
export async function verifyBefore(stepping: Stepping, worktree: Worktree): Promise<void> {
  const { harness, known, stands } = stepping;
  if (stands !== "none") return;
  const { tree } = await harness.ports.repository.snapshot(worktree);
  const verified = known.get(tree) ?? (await verifyTree(stepping, worktree, tree));
  // What was called off says nothing about the tree.
  if (stepping.signal.aborted) return;
  if (known.size === 0) await harness.log.record(baselineRow(tree, verified));
  known.set(tree, verified);
  for (const { name, outcome } of verified.results) if (outcome !== "ok") stepping.failedBefore.add(name);
  await harness.log.record(verifiedRow(stepping, { when: "before", tree, verified }));
}

async function verifyTree({ harness, signal }: Stepping, worktree: Worktree, tree: string): Promise<Verified> {
  const { repository, verifier } = harness.ports;
  const calls = checkCalls(harness.terms.checks, { tree, changed: undefined });
  const mutationPolicy = closingPolicy(calls);
  const verified = await verifier.verify({ workspace: worktree.path, calls, mutationPolicy, signal });
  // What checks leave is none of the work that follows.
  await repository.tidy(worktree, tree);
  return verified;
}

/** How often work is verified again because its checks have changed it: a formatter settles, and whatever does not is refused. */
const SETTLING = 3;
/** What work came to that its own checks change each time. */
const UNSETTLED = "changed by its checks";

/**
 * Verifies what was made of the worktree, as a turn that intends to close the issue, and asks the gate (M07, K08). The permit is for the very tree on which the
 * checks held: where they have changed files of it themselves, what they made of it is verified in turn. Undefined where it was called off.
 */
export async function judgeWork(stepping: Stepping, worktree: Worktree, worked: string): Promise<Judged | undefined> {
  for (let round = 1; ; round += 1) {
    const isLast = round > SETTLING;
    const looked = await verifyWork(stepping, worktree, isLast ? UNSETTLED : worked);
    if (stepping.signal.aborted) return undefined;
    await stepping.harness.log.record(verifiedRow(stepping, { when: "after", ...looked }));
    const altered = await stepping.harness.ports.repository.tidy(worktree, looked.tree);
    if (isLast || !holds(looked.verified) || altered.length === 0) return askedGate(stepping, looked);
  }
}

interface Looked {
  readonly tree: string;
  readonly changed: readonly string[];
  readonly verified: Verified;
  readonly mutation: Closing;
  readonly policy: JsonObject;
  readonly isWhole: boolean;
}

async function verifyWork(stepping: Stepping, worktree: Worktree, worked: string): Promise<Looked> {
  const { harness, lease, signal, stands, failedBefore } = stepping;
  const { ports, terms } = harness;
  const { tree, changed, skipped } = await ports.repository.snapshot(worktree);
  const counts = stands === "none" && changed.length > 0 ? changed : undefined;
  const calls = checkCalls(terms.checks, {
    tree,
    changed: counts,
    failedBefore,
    // What is not in the tree is on nobody's branch: checks that see it say nothing about what is merged.
    worked: skipped.length === 0 ? worked : `with repositories of its own in ${skipped.join(", ")}`,
  });
  const policy: JsonObject = closingPolicy(calls);
  const mutation = closing(harness, lease);
  const verified = await ports.verifier.verify({
    workspace: worktree.path,
    calls,
    mutationPolicy: policy,
    intent: { action: mutation.action, args: mutation.args },
    signal,
  });
  return { tree, changed, verified, mutation, policy, isWhole: calls.length === terms.checks.length + 1 };
}

async function askedGate(stepping: Stepping, looked: Looked): Promise<Judged> {
  const { harness } = stepping;
  const { tree, changed, verified, mutation, policy, isWhole } = looked;
  const word = askGate(harness, verified, { mutation, activePolicy: policy });
  await harness.log.record(wordRow(stepping, { word, verified, tree }));
  if (isWhole) remember(stepping, tree, verified);
  return { tree, changed, verified, mutation, word, failureClasses: classesOf(verified.results, word) };
}

/** A tree on which every check has run need not be verified before the next piece of work. */
function remember({ known }: Stepping, tree: string, verified: Verified): void {
  const [, ...results] = verified.results;
  known.set(tree, { ...verified, results });
}

/** What failed: the checks' classes, or the gate's own where every check held. */
function classesOf(results: readonly CheckResult[], word: GateWord): readonly string[] {
  const classes = failureClassesOf(results);
  return classes.length > 0 || word.ok ? classes : classesIn(word.refusal);
}

function classesIn({ violations }: Refusal): readonly string[] {
  return [...new Set(violations.map((violation) => violation.class))];
}

/** The first verification of a process is its baseline: the scope that it starts from (003 §3.1). */
function baselineRow(tree: string, verified: Verified): HarnessRow {
  const { results, witnessRefs } = verified;
  const checks = results.map(({ name, required, outcome }) => ({ name, required, outcome }));
  return { kind: "boot.baseline", verdict: holds(verified) ? "holds" : "fails", tree, checks, witnessRefs };
}

function verifiedRow(
  { stepId, lease }: Stepping,
  { when, tree, verified }: { readonly when: "before" | "after"; readonly tree: string; readonly verified: Verified },
): HarnessRow {
  const { results, sessionId, witnessRefs } = verified;
  return {
    kind: "step.verified",
    stepId,
    issueId: lease.issueId,
    when,
    verdict: holds(verified) ? "holds" : "fails",
    tree,
    checks: results.map(({ name, required, outcome }) => ({ name, required, outcome })),
    failureClasses: failureClassesOf(results),
    sessionId,
    witnessRefs,
  };
}

function wordRow(
  { stepId, lease }: Stepping,
  { word, verified, tree }: { readonly word: GateWord; readonly verified: Verified; readonly tree: string },
): HarnessRow {
  const { witnessRef } = verified;
  const step = { stepId, issueId: lease.issueId };
  if (word.ok) return { kind: "step.permitted", ...step, evidenceDigest: word.evidenceDigest, witnessRef, tree };
  const violations = word.refusal.violations.map(({ class: failClass, path, note }) => ({
    class: failClass,
    path,
    note,
  }));
  return { kind: "step.refused", ...step, classes: classesIn(word.refusal), violations, witnessRef };
}
