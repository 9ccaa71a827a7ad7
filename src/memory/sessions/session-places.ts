/** Where a state folder keeps its sessions. */
export const SESSIONS = "sessions";
/** Where it keeps their witnesses. */
export const WITNESSES = "witnesses";
/** Where it keeps its workers, each in a folder of its name. */
export const WORKERS = "workers";
/** What the journal of a worker is called in its folder. */
export const WORKER_JOURNAL = "journal.jsonl";
