import { type MutationReady } from "#kernel";

export interface Holder {
  readonly held: MutationReady;
}
