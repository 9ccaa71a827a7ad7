import { type JoinClosed } from "#kernel";

export interface Holder {
  readonly held: JoinClosed;
}
