import type { NormalizedToolRender } from "../../../evidence/normalized.ts";
import { trimmed } from "../../../evidence/text.ts";
import type { Json } from "../../../json/value.ts";
import { utf8Length } from "../../../json/utf8-length.ts";
import type { ResultFact, TurnFacts } from "../../facts.ts";
import { gather, NONE } from "../../gather.ts";
import type { Finding } from "../../rule.ts";
import { isRole } from "../../role.ts";
import { resultPath } from "./result.ts";

/** A rendering is not of the result it stands for, or nobody can show the text the model saw. */
export function renderingUnproven({ results, textDigest, values, wireRow }: TurnFacts): readonly Finding[] {
  return gather(results, (result) => {
    const { id: subject, render } = result;
    if (render === undefined) return NONE;
    const row = (): string => wireRow("toolRender", subject);
    const findings: Finding[] = [];
    // Where there is no payload, the empty text stands for it.
    const wanted = result.wire.resultDigest ?? textDigest("");
    if (render.operatorPayloadDigest !== wanted) {
      const note = `shows payload ${render.operatorPayloadDigest}, the result has ${wanted}`;
      findings.push({ subject, path: `${row()}.operatorPayloadDigest`, note });
    }
    const shown = shownText(result, render, values.get(render.reminderRenderDigest));
    if (shown === "unproven") {
      const note = `the text ${render.reminderRenderDigest} that the model saw is not in the evidence`;
      findings.push({ subject, path: `${row()}.reminderRenderDigest`, note, unproven: true });
    } else if (shown !== result.row.shownBytes) {
      const note = `the model saw ${shown} bytes, the row says ${result.row.shownBytes}`;
      findings.push({ subject, path: resultPath(result, "shownBytes"), note });
    }
    return findings;
  });
}

/** Bytes of the text behind a rendering: the payload itself, or a value; `unproven` when nobody has it. */
function shownText(
  { payload }: ResultFact,
  render: NormalizedToolRender,
  value: Json | undefined,
): number | "unproven" {
  if (typeof value === "string") return utf8Length(value);
  const digest = render.reminderRenderDigest;
  return payload !== undefined && (payload.digest === digest || payload.textDigest === digest)
    ? payload.bytes
    : "unproven";
}

/** A rendering went in where the protocol has no opening; what a program called goes in at `code`. */
export function injectionPointUnknown({ results, spec, wireRow }: TurnFacts): readonly Finding[] {
  const points = spec.renderProtocol.injectionPoints;
  return gather(results, ({ id: subject, render, request }) => {
    if (render === undefined) return NONE;
    const allowed = request?.row.callerEdge === undefined ? points : ["code"];
    if (allowed.includes(render.injectionPoint)) return NONE;
    const note = `${render.injectionPoint} is none of ${allowed.join(", ") || "no injection point"}`;
    return [{ subject, path: `${wireRow("toolRender", subject)}.injectionPoint`, note }];
  });
}

/** A reduced queue or a state view that nobody can show. */
export function reductionUnproven({ input, values }: TurnFacts): readonly Finding[] {
  const unproven = (subject: string, digest: string, path: () => string): readonly Finding[] => {
    if (values.get(trimmed(digest)) !== undefined) return NONE;
    return [{ subject: trimmed(subject), path: path(), note: `${digest} is not among the values`, unproven: true }];
  };
  const { reminderQueue = [], stateViews = [] } = input.evidence;
  const queues = gather(reminderQueue, ({ queueId, reducedDigest }, at) =>
    unproven(queueId, reducedDigest, () => `evidence.reminderQueue[${at}].reducedDigest`),
  );
  const views = gather(stateViews, ({ viewId, viewDigest }, at) =>
    unproven(viewId, viewDigest, () => `evidence.stateViews[${at}].viewDigest`),
  );
  return queues.length + views.length === 0 ? NONE : [...queues, ...views];
}

/** A view that the policy requires is not there. */
export function requiredViewMissing({ evidence, spec }: TurnFacts): readonly Finding[] {
  const views = evidence.stateViews ?? [];
  return gather(spec.stateViewPolicy.required, (viewId) => {
    if (views.some((row) => row.viewId === viewId)) return NONE;
    return [{ subject: viewId, path: "evidence.stateViews", note: `the required view ${viewId} is missing` }];
  });
}

/** A wire digest is not the digest of the policy that is bound. */
export function contextPolicyUnbound({ callSpec, digest, spec }: TurnFacts): readonly Finding[] {
  const rows = [
    ["toolRenderProtocolDigest", spec.renderProtocol],
    ["reminderQueuePolicyDigest", spec.reminderQueuePolicy],
    ["stateViewPolicyDigest", spec.stateViewPolicy],
  ] as const;
  return gather(rows, ([field, policy]) => {
    const bound = digest(policy);
    if (callSpec[field] === bound) return NONE;
    const note = `${callSpec[field]} is not the digest of the bound policy, ${bound}`;
    return [{ subject: callSpec.callId, path: `evidence.callSpec.${field}`, note }];
  });
}

/** A reduced queue holds more than the policy allows, or the same item twice. What nobody can show trips its own class. */
export function queueOverfull({ digest, input, spec, values, withholds }: TurnFacts): readonly Finding[] {
  const { dedup, maxItems } = spec.reminderQueuePolicy;
  return gather(input.evidence.reminderQueue ?? [], ({ queueId, reducedDigest }, at) => {
    const reduced = values.get(trimmed(reducedDigest));
    const path = `evidence.reminderQueue[${at}].reducedDigest`;
    if (reduced === undefined && withholds)
      return [
        {
          subject: trimmed(queueId),
          path,
          note: "the queue was withheld, so its length is not proven",
          unproven: true,
        },
      ];
    if (!Array.isArray(reduced)) return NONE;
    const items: readonly Json[] = reduced;
    const repeats = dedup && items.length > 1 && new Set(items.map(digest)).size < items.length;
    if (items.length <= maxItems && !repeats) return NONE;
    const note = repeats
      ? "an item stands in the queue twice"
      : `${items.length} items, at most ${maxItems} are allowed`;
    return [{ subject: trimmed(queueId), path, note }];
  });
}

/** A role read or wrote outside its scope, or what belongs to another role (A8.18). */
export function scopeViolation({ glob, results, spec }: TurnFacts): readonly Finding[] {
  const { owners, read, write } = spec.contextScope;
  const judge = (path: string, globs: readonly string[]): string | undefined => {
    if (!globs.some((pattern) => glob(pattern)(path))) return `${path} is outside the role's scope`;
    const owner = owners.find((row) => !isRole(spec.role, row.role) && glob(row.glob)(path));
    return owner === undefined ? undefined : `${path} belongs to ${owner.role}`;
  };
  return gather(results, (result) => {
    if (result.row.reads === undefined && result.row.artifacts === undefined) return NONE;
    const found = (note: string | undefined, field: () => string): readonly Finding[] =>
      note === undefined ? NONE : [{ subject: result.id, path: resultPath(result, field()), note }];
    const reads = gather(result.row.reads ?? [], (path, at) => found(judge(path, read), () => `reads[${at}]`));
    const writes = gather(result.row.artifacts ?? [], ({ path }, at) => {
      return found(judge(path, write), () => `artifacts[${at}].path`);
    });
    return reads.length + writes.length === 0 ? NONE : [...reads, ...writes];
  });
}
