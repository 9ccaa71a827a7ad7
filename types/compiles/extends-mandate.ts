import { type Mandate } from "#kernel";

export interface Holder {
  readonly held: Mandate;
}
