import type { Mandate } from "#kernel";

export class Fake implements Pick<Mandate, "kind" | "mutationDigest" | "actor" | "run" | "source"> {
  readonly kind = "mandate";
  readonly mutationDigest = "m";
  readonly actor = "a";
  readonly run = "r";
  readonly source = { kind: "command", commandLine: "c" } as const;
}
