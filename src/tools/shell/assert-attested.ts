import type { Sandbox, SandboxProfile } from "#ports";
import { boundaryViolation } from "../sandbox/boundary-violation.ts";

/** Whether a profile has walls of ours, which were tried before the first command. */
const HAS_WALLS: Readonly<Record<SandboxProfile, boolean>> = {
  "read-only": true,
  "workspace-write": true,
  "danger-full-access": false,
  "external-sandbox": false,
};

/** Throws where a sandbox was not shown to hold what its profile says: then nothing may run in it (SECURITY 1.5). */
export function assertAttested({ profile, attestation }: Sandbox): void {
  if (HAS_WALLS[profile] && attestation.length === 0) throw boundaryViolation(`${profile} was never tried`);
  const failed = attestation.find(({ expected, observed }) => expected !== observed);
  if (failed === undefined) return;
  throw boundaryViolation(
    `${profile} does not hold: ${failed.probe} was to be ${failed.expected} and was ${failed.observed}`,
  );
}
