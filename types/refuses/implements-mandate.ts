// refuses: TS2720
import type { Mandate } from "#kernel";

export class Fake implements Mandate {
  readonly kind = "mandate";
  readonly mutationDigest = "m";
  readonly actor = "a";
  readonly run = "r";
  readonly source = { kind: "command", commandLine: "c" } as const;
}
