/** A permit, or one sentence why there is none. */
export type Minting<P> = { readonly ok: true; readonly permit: P } | { readonly ok: false; readonly reason: string };
