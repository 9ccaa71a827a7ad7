import { type PreparedCall } from "#tools";

export interface Holder {
  readonly held: PreparedCall;
}
