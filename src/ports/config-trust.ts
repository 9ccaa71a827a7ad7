import type { Digest } from "#kernel";

/** What a person has said of a configuration file: nothing, that it is trusted as it is, or that it was as it used to be. */
export type TrustState = "unknown" | "trusted" | "changed";

/** Which configuration files this user trusts, by real path and digest. Kept with the user, never in a repository. */
export interface ConfigTrust {
  readonly digestBytes: (bytes: Uint8Array) => Digest;
  /** What cannot be read is not trusted. */
  readonly stateOf: (path: string, digest: Digest) => TrustState;
  /** From now on the file is trusted with this digest and no other one; durable when it is answered. */
  readonly trust: (
    path: string,
    digest: Digest,
  ) => { readonly ok: true } | { readonly ok: false; readonly reason: string };
  /** Forgets a file; false where nothing was known of it. */
  readonly distrust: (path: string) => boolean;
}
