/** What `setpriv` is told so that a command has no right beyond its user's, and can gain none. */
export const DROPPED: readonly string[] =
  "--no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all --".split(" ");
