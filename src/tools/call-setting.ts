import { CLOSED_SPEC } from "#kernel";
import { newRequestId, now } from "#platform";
import type { CallSetting, WorkspaceSession } from "#ports";

/** What calls are run with in a workspace: fresh ids, nothing that cancels, this machine's clock, the closed policy's truncation. Throws stay errors of the run. */
export function callSetting(given: Partial<CallSetting> & { readonly workspace: WorkspaceSession }): CallSetting {
  return {
    correlationId: newRequestId(),
    stepId: "step-1",
    signal: new AbortController().signal,
    clock: { now },
    truncation: CLOSED_SPEC.truncationPolicy,
    onThrow: "raise",
    ...given,
  };
}
