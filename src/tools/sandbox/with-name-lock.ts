import { withNameLock as withName } from "#platform";
import { PortError } from "#ports";

const WAIT_MS = 10_000;
const STEP_MS = 2;

/** Runs short work while nobody else does under the same name, in any process of this machine. A killed holder holds nothing. */
export async function withNameLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const tooLong = (cause: unknown): Error =>
    new PortError("sandbox", "locked", `somebody holds ${name} for too long`, { cause });
  return withName(name, { waitMs: WAIT_MS, stepMs: STEP_MS, tooLong }, work);
}
