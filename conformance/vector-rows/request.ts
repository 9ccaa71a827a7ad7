import type { Change, TripRow, VectorRow } from "../vector-row.ts";
import { digestOf, found, hex } from "../altered-turn.ts";
import { FULL_TURN, READ_EXAMPLES, READ_SCHEMA } from "../full-turn.ts";
import { CHOSEN_TURN, CODE_TURN, PARALLEL_TURN, SEARCH_TURN } from "../golden-turns.ts";

/** The last word on the shell command is no, and it ran. */
function permission(decision: "deny" | "refused" | "expired", why: string): TripRow {
  return {
    name: `permission-${decision}`,
    why,
    change: ({ call }) => {
      call("tc-3").asked.permission.decision = decision;
    },
    trips: [["tc-3", "evidence.tusk.requests[2].permission.decision"]],
  };
}

/** What the search found, and where, as the request then names it. */
function searched(change: (search: NonNullable<ReturnType<typeof searchOf>>) => void): Change {
  return (turn) => {
    const search = searchOf(turn);
    change(search);
    turn.call("tc-1").request.searchRefDigest = digestOf(search);
  };
}

function searchOf(turn: Parameters<Change>[0]) {
  return found(turn.call("tc-1").asked.searchRef);
}

/** Vectors of the classes about which tools are called, and how they were found. */
export const REQUEST_ROWS: readonly VectorRow[] = [
  {
    class: "tool.unknown_or_disallowed",
    from: FULL_TURN,
    holds: "Each tool is in the catalog, allowed and permitted.",
    cases: [
      {
        why: "The model called a tool that is in no row of the catalog.",
        change: ({ call }) => {
          call("tc-1").request.toolName = "open";
        },
        trips: [["tc-1", "evidence.toolRequests[0].toolName"]],
      },
      {
        name: "not-allowed",
        why: "The model called a tool of the catalog that the tool policy leaves out.",
        change: ({ spec }) => {
          spec.toolPolicy.allow = ["bash", "edit"];
        },
        trips: [["tc-1", "evidence.toolRequests[0].toolName"]],
      },
      {
        name: "not-allowed-nor-found",
        why: "The model called a tool that is neither allowed nor searched for, and only the first counts.",
        from: SEARCH_TURN,
        change: ({ spec, call }) => {
          spec.toolPolicy.allow = ["bash", "edit"];
          delete call("tc-1").asked.searchRef;
          delete call("tc-1").request.searchRefDigest;
        },
        trips: [["tc-1", "evidence.toolRequests[0].toolName"]],
      },
      {
        name: "not-chosen",
        why: "The provider was told to call the edit tool, and the model read a file.",
        from: CHOSEN_TURN,
        change: ({ spec }) => {
          spec.toolChoice.tool = "edit";
        },
        trips: [["tc-1", "evidence.toolRequests[0].toolName"]],
      },
      permission("deny", "A rule denied the command, and it ran."),
      permission("refused", "A person refused the command, and it ran."),
      permission("expired", "The question for permission expired, and the command ran."),
      {
        name: "schema-of-another",
        why: "The call was made with another schema than the one in the catalog.",
        forge: ({ call }) => {
          call("tc-1").request.schemaDigest = hex("f");
        },
        trips: [["tc-1", "evidence.toolRequests[0].schemaDigest"]],
      },
      {
        name: "schema-unproven",
        why: "The schema that the catalog row names is not among the values.",
        change: ({ tusk, keep }) => {
          delete tusk.values[digestOf(READ_SCHEMA)];
          keep({ type: "object" });
        },
        trips: [["tc-1", "evidence.tusk.values"]],
      },
    ],
  },
  {
    class: "tool.discovery_mismatch",
    from: SEARCH_TURN,
    holds: "A search in the bound catalog found the tool that was called.",
    cases: [
      {
        why: "The search was made in another catalog than the bound one.",
        change: searched((search) => {
          search.catalogDigest = hex("f");
        }),
        trips: [["tc-1", "evidence.tusk.requests[0].searchRef.catalogDigest"]],
      },
      {
        name: "not-found",
        why: "The search found another tool than the one that was called.",
        change: searched((search) => {
          search.resultSet = [{ name: "edit", schemaDigest: hex("f") }];
        }),
        trips: [["tc-1", "evidence.tusk.requests[0].searchRef.resultSet"]],
      },
      {
        name: "other-schema",
        why: "The search found the tool with another schema than the catalog has.",
        change: searched((search) => {
          found(search.resultSet[0]).schemaDigest = hex("f");
        }),
        trips: [["tc-1", "evidence.tusk.requests[0].searchRef.resultSet"]],
      },
      {
        name: "digest",
        why: "The request names another search than the one in the evidence.",
        forge: ({ call }) => {
          call("tc-1").request.searchRefDigest = hex("f");
        },
        trips: [["tc-1", "evidence.toolRequests[0].searchRefDigest"]],
      },
      {
        name: "search-gone",
        why: "A tool that is always loaded was called by way of a search that nobody can show.",
        from: FULL_TURN,
        change: ({ call }) => {
          call("tc-1").request.searchRefDigest = hex("f");
        },
        trips: [["tc-1", "evidence.tusk.requests[0].searchRef"]],
      },
    ],
  },
  {
    class: "tool.discovery_unresolved",
    from: SEARCH_TURN,
    holds: "A tool that is loaded on demand was searched for before it was called.",
    cases: [
      {
        why: "A tool that is loaded on demand was called without a search.",
        change: ({ call }) => {
          delete call("tc-1").asked.searchRef;
          delete call("tc-1").request.searchRefDigest;
        },
        trips: [["tc-1", "evidence.tusk.requests[0].searchRef"]],
      },
    ],
  },
  {
    class: "tool.example_digest_mismatch",
    from: FULL_TURN,
    holds: "The examples of the tool that was called are the ones in the catalog.",
    cases: [
      {
        why: "The tool was advertised with other examples than the ones in the catalog.",
        change: ({ tusk, keep }) => {
          delete tusk.values[digestOf(READ_EXAMPLES)];
          keep([{ path: "/etc/passwd" }]);
        },
        trips: [["tc-1", "evidence.tusk.values"]],
      },
      {
        name: "examples-hidden",
        why: "The catalog says that the edit tool has examples, and nobody can show them.",
        change: ({ tool }) => {
          tool("edit").exampleDigest = hex("f");
        },
        trips: [["tc-2", "evidence.tusk.values"]],
      },
    ],
  },
  {
    class: "tool.caller_not_allowed",
    from: CODE_TURN,
    holds: "A program called a tool that programs may call.",
    cases: [
      {
        why: "A program called a tool that only the model may call.",
        change: ({ tool }) => {
          tool("read").allowedCallers = ["model"];
        },
        trips: [
          ["tc-2", "evidence.tusk.requests[1].callerEdge"],
          ["tc-3", "evidence.tusk.requests[2].callerEdge"],
        ],
      },
      {
        name: "model",
        why: "The model called a tool that only programs may call.",
        from: FULL_TURN,
        change: ({ tool }) => {
          tool("read").allowedCallers = ["code"];
        },
        trips: [["tc-1", "evidence.tusk.requests[0].callerEdge"]],
      },
    ],
  },
  {
    class: "tool.parallel_policy_violation",
    from: PARALLEL_TURN,
    holds: "The turn runs in two branches, as many as the policy allows.",
    cases: [
      {
        why: "The turn runs in three branches, and the policy allows two.",
        change: ({ call }) => {
          call("tc-3").asked.branch = "test";
        },
        trips: [
          ["tc-1", "evidence.tusk.requests[0].branch"],
          ["tc-2", "evidence.tusk.requests[1].branch"],
          ["tc-3", "evidence.tusk.requests[2].branch"],
        ],
      },
      {
        name: "not-enabled",
        why: "The turn runs in branches, and the policy has them off.",
        change: ({ spec }) => {
          spec.parallelPolicy.enabled = false;
        },
        trips: [
          ["tc-1", "evidence.tusk.requests[0].branch"],
          ["tc-2", "evidence.tusk.requests[1].branch"],
          ["tc-3", "evidence.tusk.requests[2].branch"],
        ],
      },
      {
        name: "pattern",
        why: "The turn runs in branches under a pattern that has none.",
        change: ({ wire }) => {
          wire.callSpec.executionPattern = "chain";
        },
        trips: [
          ["tc-1", "evidence.tusk.requests[0].branch"],
          ["tc-2", "evidence.tusk.requests[1].branch"],
          ["tc-3", "evidence.tusk.requests[2].branch"],
        ],
      },
    ],
  },
];
