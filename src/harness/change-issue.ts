import { type IssueMutation, mintMandate, type Permit } from "#kernel";
import { type Applied, PortError } from "#ports";
import type { Harness } from "./harness.ts";

/** How often a store that others are writing is asked again, and how long between. */
const TRIES = 40;
const PAUSE_MS = 50;

/** Spends a permit on a change; a store that is busy is asked again for a while. Nothing is changed where it throws. */
export async function spend(
  { ports, terms }: Harness,
  mutation: IssueMutation,
  permit: () => Permit,
): Promise<Applied> {
  for (let tries = 1; ; tries += 1) {
    try {
      return ports.issues.mutate(mutation, permit(), terms.workerId);
    } catch (error) {
      const isBusy = error instanceof PortError && error.port === "issues" && error.code === "lock_busy";
      if (!isBusy || tries === TRIES) throw error;
      // A worker that is told to stop still has to give its lease back.
      await ports.sleep(PAUSE_MS);
    }
  }
}

/** A change that a worker makes before or beside any turn: claim, renew, release, add (DESIGN 3). */
export function mandated(harness: Harness, mutation: IssueMutation): Promise<Applied> {
  const { ports, terms } = harness;
  return spend(harness, mutation, () => {
    const minting = mintMandate(
      {
        actor: terms.workerId,
        run: mutation.args.request ?? "",
        source: { kind: "command", commandLine: terms.commandLine },
        mutation,
      },
      ports.sha256,
    );
    if (!minting.ok) throw new PortError("issues", "permit_refused", minting.reason);
    return minting.permit;
  });
}
