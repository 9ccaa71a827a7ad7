import { type HumanOverride } from "#kernel";

export interface Holder {
  readonly held: HumanOverride;
}
