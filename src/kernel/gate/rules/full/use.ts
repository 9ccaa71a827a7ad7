import type { TurnFacts } from "../../facts.ts";
import { deriveDisposition, WIRE_WORD } from "../../../turn/disposition.ts";
import { gather, NONE } from "../../gather.ts";
import type { Finding } from "../../rule.ts";

const NOBODY: readonly never[] = [];

/** What became of a result is derived, not chosen: the row says something else (K06). */
export function dispositionNotDerived({ consumersOf, uses, wireRow }: TurnFacts): readonly Finding[] {
  return gather(uses, ({ id: subject, at, row, wire }) => {
    const consumers = consumersOf.get(subject) ?? NOBODY;
    const derived = deriveDisposition(row, consumers);
    const stated = row.consumedBy ?? NOBODY;
    const misstated = stated.length !== consumers.length || consumers.some((consumer) => !stated.includes(consumer));
    if (wire.disposition === WIRE_WORD[derived] && !misstated) return NONE;
    const findings: Finding[] = [];
    if (wire.disposition !== WIRE_WORD[derived]) {
      const note = `the row says ${wire.disposition}, the evidence says ${derived}`;
      findings.push({ subject, path: `${wireRow("toolUse", subject)}.disposition`, note });
    }
    if (misstated) {
      const note = `consumed by ${consumers.join(", ") || "nobody"}, the row says ${stated.join(", ") || "nobody"}`;
      findings.push({ subject, path: `evidence.tusk.use[${at}].consumedBy`, note });
    }
    return findings;
  });
}

/** A summary, handoff or intent is derived from a call that this turn does not have. */
export function inputsUnknown({ consumersOf, requestOf, resultOf }: TurnFacts): readonly Finding[] {
  let unknown: [string, readonly string[]][] | undefined;
  for (const [subject, consumers] of consumersOf)
    if (!requestOf.has(subject) && !resultOf.has(subject)) (unknown ??= []).push([subject, consumers]);
  return gather(unknown ?? NOBODY, ([subject, consumers]) => {
    return consumers.map((consumer) => {
      return {
        subject,
        path: inputsPath(consumer),
        note: `${consumer} is derived from ${subject}, which is no call here`,
      };
    });
  });
}

/** A child of a fan-out has not joined. */
export function childrenOpen({ tusk }: TurnFacts): readonly Finding[] {
  return gather(tusk.fanOut?.children ?? NOBODY, (child, at) => {
    if (child.join !== undefined) return NONE;
    const subject = child.issueId ?? child.sessionId ?? String(at);
    return [{ subject, path: `evidence.tusk.fanOut.children[${at}].join`, note: `child ${subject} has not joined` }];
  });
}

function inputsPath(consumer: string): string {
  return consumer === "handoff" ? "evidence.tusk.handoff.packet.inputs" : `evidence.tusk.${consumer}.inputs`;
}
