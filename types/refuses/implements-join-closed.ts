// refuses: TS2720
import type { JoinClosed } from "#kernel";

export class Fake implements JoinClosed {
  readonly evidenceDigest = "e";
  readonly evidence = {} as JoinClosed["evidence"];
  readonly report = {} as JoinClosed["report"];
  readonly witness = {} as JoinClosed["witness"];
}
