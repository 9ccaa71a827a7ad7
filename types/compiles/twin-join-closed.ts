import type { JoinClosed } from "#kernel";

class Twin {
  #parts: unknown = undefined;
  readonly evidenceDigest = "e";
  readonly evidence = {} as JoinClosed["evidence"];
  readonly report = {} as JoinClosed["report"];
  readonly witness = {} as JoinClosed["witness"];
  read(): readonly unknown[] {
    return [this.#parts];
  }
}

export const face: Pick<JoinClosed, "evidenceDigest" | "evidence" | "report" | "witness"> = new Twin();
