import { PortError, type Sandbox } from "#ports";

/** A sandbox to show tools with: nobody has tried its walls, so that nothing ever runs in it. */
export const UNTRIED_SANDBOX: Sandbox = {
  profile: "workspace-write",
  network: "none",
  backend: { name: "none", version: "", digest: undefined },
  attestation: [],
  run: () => Promise.reject(new PortError("sandbox", "runtime.shell_boundary_violation", "it was never tried")),
  close: () => undefined,
};
