import { PortError } from "#ports";

/** The wall that was asked for does not stand, or was found broken: nothing more may run (contract, `runtime.shell_boundary_violation`). */
export function boundaryViolation(message: string, cause?: unknown): PortError {
  return new PortError("sandbox", "runtime.shell_boundary_violation", message, { cause });
}
