/** Bundles the command line into `outdir`; answers the sources that went in, relative to the root. */
export function bundleCli(outdir: string): Promise<string[]>;
/** Packages that whoever wants them installs. */
export const OPTIONAL_PEERS: readonly string[];
