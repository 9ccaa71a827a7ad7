// refuses: TS2322
// emitted: TS2739
import type { Mandate } from "#kernel";

class Twin {
  #mutationDigest: unknown = undefined;
  #grant: unknown = undefined;
  #spent: unknown = undefined;
  readonly kind = "mandate";
  readonly mutationDigest = "m";
  readonly actor = "a";
  readonly run = "r";
  readonly source = { kind: "command", commandLine: "c" } as const;
  read(): readonly unknown[] {
    return [this.#mutationDigest, this.#grant, this.#spent];
  }
}

export const forged: Mandate = new Twin();
