import { CLOSED_SPEC, frozenCopy, type HandoffContract } from "#kernel";

/** The role that works for the harness, session after session. */
export const WORKING_ROLE: string = CLOSED_SPEC.role.id;

/** Who may hand over in the harness: the working role to itself, always with a way back. Artifacts that a packet names have to exist all the same. */
export const HARNESS_HANDOFFS: HandoffContract = frozenCopy<HandoffContract>({
  from: [WORKING_ROLE],
  allowedTargets: [WORKING_ROLE],
  requiredArtifacts: [],
  requireReturnPath: true,
});
