import type { MutationAction } from "../permit/mutation.ts";

/** How long a lease is to last: at most one of the two (contract memory 1.8). */
type LeaseTerm = { readonly leaseTtlSeconds?: number | bigint; readonly leaseExpiresAt?: string };

/** What the caller believes to hold: if it is not so any more, the mutation is refused. */
type Fence = { readonly assignee?: string; readonly leaseId?: string; readonly token?: number };

/** What a new issue is made of. */
type NewIssue = {
  readonly title: string;
  readonly id?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly issueType?: string;
  readonly assignee?: string;
  readonly owner?: string;
};

type Edge = { readonly issueId: string; readonly dependsOnId: string };

/** The arguments of each action that changes issues, under the names of the contract's transport payloads. */
export interface IssueArgs {
  /** `parentIssueId`: the work that it is a part of; until that is closed nobody but its own worker takes it (M17). */
  readonly "issue.add": NewIssue & { readonly status?: string; readonly parentIssueId?: string };
  readonly "issue.claim": { readonly id: string; readonly assignee: string; readonly leaseId?: string } & LeaseTerm;
  readonly "issue.claim_next": {
    readonly assignee: string;
    readonly leaseId?: string;
    /** In which order ready issues are taken; the contract's is by id. */
    readonly by?: "id" | "priority";
    /** Whether an issue whose lease has expired may be taken over. */
    readonly reclaimStale?: boolean;
  } & LeaseTerm;
  readonly "issue.lease_renew": {
    readonly id: string;
    readonly assignee: string;
    readonly leaseId: string;
    readonly token?: number;
  } & LeaseTerm;
  readonly "issue.lease_release": { readonly id: string } & Fence;
  readonly "issue.update": {
    readonly id: string;
    readonly title?: string;
    readonly description?: string;
    readonly notes?: string;
    readonly status?: string;
    readonly priority?: number;
    readonly assignee?: string;
    readonly owner?: string;
    /** As in {@link Fence}; `assignee` is a new value here. */
    readonly leaseId?: string;
    readonly leaseOwner?: string;
    readonly token?: number;
  };
  readonly "issue.close": { readonly id: string; readonly reason?: string } & Fence;
  readonly "issue.mark_blocked": { readonly id: string; readonly reason?: string } & Fence;
  readonly "issue.discover": NewIssue & { readonly parentIssueId: string };
  readonly "issue.delete": { readonly id: string; readonly reason?: string };
  readonly "dep.add": Edge & { readonly type: string; readonly createdBy?: string };
  readonly "dep.remove": Edge & { readonly type: string };
  readonly "dep.replace": Edge & { readonly fromType: string; readonly toType: string; readonly createdBy?: string };
  /** `rows` are canonical issue rows as text; `replace` makes them the whole store, `merge` adds what is new and newer. */
  readonly "issue.import": {
    readonly mode: "merge" | "replace";
    readonly source: string;
    readonly rows: readonly string[];
  };
}

/** Upkeep that changes what the store says: deleted issues go for good, or lost rows come back from the log. A person's to decide. */
export type UpkeepMutation = {
  readonly action: "issue.purge" | "issue.restore";
  readonly args: { readonly request?: string };
};

/** The actions that change issues: every mutation but those of policies. */
export type IssueAction = keyof IssueArgs & MutationAction;

/**
 * One change of the issue store. `request` tells two equal wishes apart: the digest of action, arguments and request is applied at most
 * once, ever.
 */
export type IssueMutation = {
  readonly [A in IssueAction]: { readonly action: A; readonly args: IssueArgs[A] & { readonly request?: string } };
}[IssueAction];
