import type { JoinClosed } from "#kernel";

export class Fake implements Pick<JoinClosed, "evidenceDigest" | "evidence" | "report" | "witness"> {
  readonly evidenceDigest = "e";
  readonly evidence = {} as JoinClosed["evidence"];
  readonly report = {} as JoinClosed["report"];
  readonly witness = {} as JoinClosed["witness"];
}
