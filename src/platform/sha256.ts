import { hash } from "node:crypto";
import type { Sha256 } from "#kernel";

/** SHA-256 by OpenSSL, one call a digest: twice as fast as a hash object. */
export const sha256: Sha256 = (text) => hash("sha256", text);
