import { canonicalJson } from "#kernel";
import { FULL_TURN, sendThrough } from "../conformance/full-turn.ts";

const LINE = "  const total = count(lines) + offset;\n";

/**
 * The evidence of one closed full turn with `calls` calls, through the doors: what a long tool loop leaves.
 * Each call read so many lines of about 40 bytes.
 */
export function fullEvidenceOf(calls: number, lines = 12): string {
  const { draft, requests, results, closing } = FULL_TURN;
  const [asked] = requests.requests;
  const [answer] = results;
  if (asked === undefined || answer === undefined) throw new Error("the golden turn has no calls");
  const ids = Array.from({ length: calls }, (_, index) => `tc-${index + 1}`);
  const verdict = sendThrough({
    draft,
    requests: {
      requests: ids.map((toolCallId, index) => ({
        ...asked,
        toolCallId,
        providerCallId: `toolu_${index}`,
        actionId: `a${index}`,
        index,
        block: { ...asked.block, n: index },
        args: { path: `/repo/src/file-${index}.ts` },
      })),
      values: requests.values,
    },
    decisions: {
      permissions: Object.fromEntries(ids.map((id) => [id, { decision: "allow", ruleId: "read-inside" }] as const)),
      guards: FULL_TURN.decisions.guards,
    },
    results: ids.map((toolCallId, index) => {
      const payload = {
        path: `src/file-${index}.ts`,
        lines: index % 900,
        share: (index % 100) / 128,
        text: LINE.repeat(lines),
      };
      return {
        ...answer,
        toolCallId,
        seq: 12 + index,
        order: index,
        payload,
        shown: canonicalJson(payload),
        reads: [`/repo/src/file-${index}.ts`],
      };
    }),
    use: { summary: { ref: "summary://bench", inputs: ids } },
    closing: { ...closing, guards: closing.guards.map((guard) => ({ ...guard, seq: 12 + calls })) },
  });
  if (!verdict.admitted) throw new Error(JSON.stringify(verdict.refusal.violations.slice(0, 3)));
  return JSON.stringify(verdict.next.evidence);
}
