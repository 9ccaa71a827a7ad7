/** Where a state folder keeps its sessions. */
export const SESSIONS = "sessions";
/** Where it keeps their witnesses. */
export const WITNESSES = "witnesses";
