// refuses: TS2322
import type { Digest } from "#kernel";

export const digest: Digest = "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945";
