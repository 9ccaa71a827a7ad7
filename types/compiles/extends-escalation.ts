import { type Escalation } from "#kernel";

export interface Holder {
  readonly held: Escalation;
}
