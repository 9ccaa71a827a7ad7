import { type GuardedRequests } from "#kernel";

export interface Holder {
  readonly held: GuardedRequests;
}
