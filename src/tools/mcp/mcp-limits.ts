/** Everything about a server that has a number (DESIGN 20). Sizes are in bytes unless they say otherwise. */
export const MCP_LIMITS = {
  callMs: 60_000,
  startMs: 20_000,
  /** One message, in either direction; a result of more could not become one anyway. */
  messageBytes: 16_777_216,
  /** What is written and not read by the server. */
  unreadBytes: 33_554_432,
  /** How long a window of the two counts below is. */
  windowMs: 10_000,
  windowBytes: 67_108_864,
  /** Messages in one window that answer nothing of ours. */
  windowUnasked: 2_000,
  /** Lines that are no message at all: a banner is forgiven. */
  strayLines: 100,
  stderrTail: 4_096,
  pages: 64,
  listedTools: 2_000,
  /** Tools that are taken of one server. */
  tools: 128,
  schemaBytes: 65_536,
  /** In UTF-16 units. */
  description: 4_000,
  examples: 3,
  /** How often a list is read again because it changed, in a row and altogether. */
  listingsInARow: 3,
  listings: 100,
  /** How often a server is started or reached again after its end. */
  restarts: 2,
  /** Kinds of content in a result that are named one by one. */
  contentBlocks: 1_000,
  /** How long the end of a server is awaited: by itself, after it was asked to, after it was ended. */
  quietEndMs: 500,
  askedEndMs: 1_000,
  forcedEndMs: 5_000,
} as const;
