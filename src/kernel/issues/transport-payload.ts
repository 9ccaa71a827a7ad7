import { canonicalJson } from "../digest/canonical.ts";
import { readStruct } from "../json/read.ts";
import { type IntegerShape, struct, type StructOf, type WordShape } from "../json/shape.ts";
import type { Utf8 } from "../json/utf8.ts";
import type { Json } from "../json/value.ts";
import type { TransportAction } from "./transport-constants.ts";

/** What each action takes (contract memory 2.1). `token`, `by`, `reclaimStale` and claim-next's `leaseExpiresAt` are ours: see {@link withoutMisfits}. */
export interface TransportPayloads {
  readonly "issue.claim": Term & { readonly id: string; readonly assignee: string; readonly leaseId?: Maybe<string> };
  readonly "issue.claim_next": Term & {
    readonly assignee: string;
    readonly leaseId?: Maybe<string>;
    readonly by?: Maybe<string>;
    readonly reclaimStale?: Maybe<boolean>;
  };
  readonly "issue.lease_renew": Term & {
    readonly id: string;
    readonly assignee: string;
    readonly leaseId: string;
    readonly token?: Maybe<number>;
  };
  readonly "issue.lease_release": {
    readonly id: string;
    readonly assignee?: Maybe<string>;
    readonly leaseId?: Maybe<string>;
    readonly token?: Maybe<number>;
    readonly issuesPath?: Maybe<string>;
  };
  readonly "world.route_binding": { readonly operationAction: string };
  readonly "fiber.spawn": {
    readonly fiberId?: Maybe<string>;
    readonly taskRef: string;
    readonly parentFiberId?: Maybe<string>;
    readonly scopeRef?: Maybe<string>;
  };
  readonly "fiber.join": {
    readonly fiberId: string;
    readonly joinSet: readonly string[];
    readonly resultRef?: Maybe<string>;
  };
  readonly "fiber.cancel": { readonly fiberId: string; readonly reason?: Maybe<string> };
}

type Maybe<T> = T | null;
type Term = {
  readonly leaseTtlSeconds?: Maybe<number>;
  readonly leaseExpiresAt?: Maybe<string>;
  readonly issuesPath?: Maybe<string>;
};

const TEXT = { kind: "string" } as const;
const given = { presence: "required", shape: TEXT } as const;
const maybe = { presence: "optional", shape: TEXT } as const;
const whole: IntegerShape = {
  kind: "integer",
  name: "i64",
  least: Number.MIN_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
};
const number = { presence: "optional", shape: whole } as const;
const truth = { presence: "optional", shape: { kind: "boolean" } } as const;
const order: WordShape = {
  kind: "word",
  expects: "a string",
  problemOf: (word) =>
    word === "id" || word === "priority" ? undefined : `unknown variant \`${word}\`, expected \`id\` or \`priority\``,
};
const TERM = { leaseTtlSeconds: number, leaseExpiresAt: maybe, issuesPath: maybe };

const SHAPES: { readonly [A in TransportAction]: StructOf<TransportPayloads[A]> } = {
  "issue.claim": struct<TransportPayloads["issue.claim"]>("IssueClaimRequest", {
    id: given,
    assignee: given,
    leaseId: maybe,
    ...TERM,
  }),
  "issue.claim_next": struct<TransportPayloads["issue.claim_next"]>("IssueClaimNextRequest", {
    assignee: given,
    leaseId: maybe,
    by: { presence: "optional", shape: order },
    reclaimStale: truth,
    ...TERM,
  }),
  "issue.lease_renew": struct<TransportPayloads["issue.lease_renew"]>("IssueLeaseRenewRequest", {
    id: given,
    assignee: given,
    leaseId: given,
    token: number,
    ...TERM,
  }),
  "issue.lease_release": struct<TransportPayloads["issue.lease_release"]>("IssueLeaseReleaseRequest", {
    id: given,
    assignee: maybe,
    leaseId: maybe,
    token: number,
    issuesPath: maybe,
  }),
  "world.route_binding": struct<TransportPayloads["world.route_binding"]>(
    "TransportWorldBindingRequest",
    { operationAction: given },
    { aliases: new Map([["action", "operationAction"]]) },
  ),
  "fiber.spawn": struct<TransportPayloads["fiber.spawn"]>("FiberSpawnRequest", {
    fiberId: maybe,
    taskRef: given,
    parentFiberId: maybe,
    scopeRef: maybe,
  }),
  "fiber.join": struct<TransportPayloads["fiber.join"]>("FiberJoinRequest", {
    fiberId: given,
    joinSet: { presence: "required", shape: { kind: "list", of: TEXT } },
    resultRef: maybe,
  }),
  "fiber.cancel": struct<TransportPayloads["fiber.cancel"]>("FiberCancelRequest", { fiberId: given, reason: maybe }),
};

const NAMES: { readonly [A in TransportAction]: string } = {
  "issue.claim": "claim",
  "issue.claim_next": "claim-next",
  "issue.lease_renew": "renew",
  "issue.lease_release": "release",
  "world.route_binding": "world binding",
  "fiber.spawn": "fiber.spawn",
  "fiber.join": "fiber.join",
  "fiber.cancel": "fiber.cancel",
};

/** A payload that is what its action takes, or the reference's words for why not. */
export type PayloadReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly diagnostic: string };

/** Reads a payload that was JSON already; keys are looked at in byte order, those nobody knows are passed over, null is as good as absent. */
export function readPayload<A extends TransportAction>(
  action: A,
  payload: Json,
  utf8: Utf8,
): PayloadReading<TransportPayloads[A]> {
  const shape = SHAPES[action];
  const reading = readStruct<TransportPayloads[A]>(utf8.encode(canonicalJson(payload)), shape, utf8);
  // No line and column: the reference has a value here, not a text.
  if (!reading.ok) return { ok: false, diagnostic: `invalid ${NAMES[action]} payload: ${reading.problem.reason}` };
  const known = Object.entries(reading.value).filter(([key, value]) => shape.fields.has(key) && value !== null);
  return { ok: true, value: Object.fromEntries(known) as TransportPayloads[A] };
}
