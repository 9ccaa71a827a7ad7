import { type CallSpec } from "#kernel";

export interface Holder {
  readonly held: CallSpec;
}
