import type { Utf8 } from "../json/utf8.ts";
import { decideAdd, decideDiscover } from "./decide-add.ts";
import { decideClaim, decideClaimNext } from "./decide-claim.ts";
import { decideDependencyAdd, decideDependencyRemove, decideDependencyReplace } from "./decide-dependency.ts";
import { decideImport } from "./decide-import.ts";
import { decideRelease, decideRenew } from "./decide-lease.ts";
import { decideClose, decideDelete, decideMarkBlocked, decideUpdate } from "./decide-update.ts";
import type { Decision } from "./decision.ts";
import type { IssueMutation } from "./issue-mutation.ts";
import type { IssueView } from "./issue-view.ts";
import type { Timestamp } from "./timestamp.ts";
import { unwritableText } from "./unwritable-text.ts";

/**
 * What a mutation makes of the issues at a moment, or why nothing may change (M01, K14). Pure: the same view, mutation and time give the
 * same answer, so a replay does.
 */
export function decideMutation(view: IssueView, mutation: IssueMutation, now: Timestamp, utf8: Utf8): Decision {
  const failure = unwritableText(mutation.args);
  if (failure !== undefined) return { ok: false, failure };
  switch (mutation.action) {
    case "issue.add":
      return decideAdd(view, mutation.args, now);
    case "issue.discover":
      return decideDiscover(view, mutation.args, now);
    case "issue.claim":
      return decideClaim(view, mutation.args, now);
    case "issue.claim_next":
      return decideClaimNext(view, mutation.args, now);
    case "issue.lease_renew":
      return decideRenew(view, mutation.args, now);
    case "issue.lease_release":
      return decideRelease(view, mutation.args, now);
    case "issue.update":
      return decideUpdate(view, mutation.args, now);
    case "issue.close":
      return decideClose(view, mutation.args, now);
    case "issue.mark_blocked":
      return decideMarkBlocked(view, mutation.args, now);
    case "issue.delete":
      return decideDelete(view, mutation.args, now);
    case "dep.add":
      return decideDependencyAdd(view, mutation.args, now);
    case "dep.remove":
      return decideDependencyRemove(view, mutation.args, now);
    case "dep.replace":
      return decideDependencyReplace(view, mutation.args, now);
    case "issue.import":
      return decideImport(view, mutation.args, utf8);
    default:
      return mutation satisfies never;
  }
}
