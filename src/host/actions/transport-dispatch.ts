import {
  isLeaseAction,
  type IssueFailure,
  type IssueMutation,
  type Json,
  type JsonObject,
  type LeaseAction,
  leaseEnvelope,
  leaseMutation,
  type LeaseOutcome,
  leaseProjection,
  parseTransportAction,
  problemText,
  readJsonText,
  rejectedPayload,
  statelessEnvelope,
  unknownAction,
} from "#kernel";
import type { IssueStore } from "#ports";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { unusable } from "../failed.ts";
import { leaseFailure } from "../issue-refusal.ts";
import { permitFor } from "../permit-for.ts";

/** The envelope of a transport action (contract memory 2.1). */
export type TransportDispatchData = JsonObject;

/** Runs one transport action. A rejection is an answer; only arguments that cannot be read are none (contract memory 0.2). */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<TransportDispatchData>> {
  const text = (args.values.get("action") ?? "").trim();
  if (text === "") return unusable("--action is required");
  const reading = readJsonText(args.values.get("payload") ?? "", ports.utf8);
  if (!reading.ok) return unusable(`failed to parse --payload JSON: ${problemText(reading.problem)}`);
  const action = parseTransportAction(text);
  if (action === undefined) return { ok: true, data: unknownAction(ports.sha256, text) };
  if (isLeaseAction(action)) return { ok: true, data: await dispatchLease(action, reading.value, args, ports) };
  return { ok: true, data: statelessEnvelope(ports.sha256, action, reading.value, ports.utf8) };
}

async function dispatchLease(
  action: LeaseAction,
  payload: Json,
  args: Arguments,
  ports: HostPorts,
): Promise<JsonObject> {
  const reading = leaseMutation(action, payload, ports.utf8);
  if (!reading.ok) return rejectedPayload(ports.sha256, action, "lease_invalid_payload", reading.diagnostic);
  const issuesPath = ports.issuesPath(reading.value.issuesPath);
  const mutation = withRequest(reading.value.mutation, ports.newRequestId());
  const outcome = await lease(mutation, issuesPath, args, ports);
  return leaseEnvelope(ports.sha256, action, { outcome, issuesPath, now: ports.now() });
}

/** Every mutation is a wish of its own: two equal ones are both granted. */
function withRequest(mutation: IssueMutation, request: string): IssueMutation {
  return { ...mutation, args: { ...mutation.args, request } } as IssueMutation;
}

async function lease(mutation: IssueMutation, path: string, args: Arguments, ports: HostPorts): Promise<LeaseOutcome> {
  try {
    const store = await ports.openIssues(path);
    try {
      return await apply(store, mutation, args, ports);
    } finally {
      store.close();
    }
  } catch (error) {
    return { ok: false, failure: leaseFailure(error) };
  }
}

async function apply(
  store: IssueStore,
  mutation: IssueMutation,
  args: Arguments,
  ports: HostPorts,
): Promise<LeaseOutcome> {
  const worker = "assignee" in mutation.args ? mutation.args.assignee : undefined;
  const permitted = await permitFor(worker === undefined ? { mutation } : { mutation, worker }, args, ports);
  if (!permitted.ok) return refused({ code: "permit_refused", message: permitted.message.replace(/^error: /, "") });
  const applied = store.mutate(mutation, permitted.data.permit, permitted.data.actor);
  if (!applied.ok) return refused(applied.failure);
  const { changed, issue } = applied;
  return { ok: true, changed, issue, projection: leaseProjection(store.load().issues, ports.now()) };
}

function refused(failure: IssueFailure): LeaseOutcome {
  return { ok: false, failure };
}
