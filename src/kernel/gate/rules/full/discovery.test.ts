import { describe, expect, test } from "vitest";
import {
  type AlteredCase,
  digestOf,
  expectedOf,
  found,
  hex,
  outcomeOf,
  tripsFor,
  type TurnDraft,
} from "../../../../../conformance/altered-turn.ts";
import { READ_EXAMPLES } from "../../../../../conformance/full-turn.ts";
import { BARE_PLAN, planned, PLANNED_CATALOG, turnOf } from "../../../../../conformance/planned-turn.ts";

const mismatch = tripsFor("tool.discovery_mismatch", "continue");
const unresolved = tripsFor("tool.discovery_unresolved", "continue");
const examples = tripsFor("tool.example_digest_mismatch");
const unknown = tripsFor("tool.unknown_or_disallowed", "continue");

/** A deferred tool that was searched for, and an eager one. */
const SEARCHED = turnOf({ ...BARE_PLAN, calls: [planned("web"), planned("read")] });

const WEB_SEARCH = digestOf({
  query: "web",
  catalogDigest: digestOf(PLANNED_CATALOG),
  resultSet: [{ name: "web", schemaDigest: found(PLANNED_CATALOG[0]).schemaDigest }],
});

type Search = NonNullable<ReturnType<TurnDraft["call"]>["asked"]["searchRef"]>;

/** Changes a search and names it on the wire as an honest producer would. */
function searching(change: (search: Search) => void): AlteredCase["change"] {
  return ({ call }) => {
    const { asked, request } = call("tc-0");
    const search = found(asked.searchRef);
    change(search);
    request.searchRefDigest = digestOf(search);
  };
}

describe("tool.discovery_unresolved (000 §8.5)", () => {
  test.each<AlteredCase>([
    { when: "a deferred tool that was searched for holds", turn: SEARCHED, change: () => undefined },
    {
      when: "a deferred tool without a search trips",
      turn: SEARCHED,
      change: ({ call }) => {
        delete call("tc-0").asked.searchRef;
        delete call("tc-0").request.searchRefDigest;
      },
      trips: [
        unresolved("tc-0", "evidence.tusk.requests[0].searchRef", "web is loaded on demand and no search found it"),
      ],
    },
    {
      when: "a deferred tool whose search is only named by a digest trips this class alone",
      turn: SEARCHED,
      change: ({ call }) => {
        delete call("tc-0").asked.searchRef;
      },
      trips: [
        unresolved("tc-0", "evidence.tusk.requests[0].searchRef", "web is loaded on demand and no search found it"),
      ],
    },
    {
      when: "a deferred tool that is not allowed trips only that",
      turn: SEARCHED,
      change: ({ call, spec }) => {
        spec.toolPolicy.allow = ["read"];
        delete call("tc-0").asked.searchRef;
      },
      trips: [unknown("tc-0", "evidence.toolRequests[0].toolName", "the tool policy does not allow web")],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("tool.discovery_mismatch (000 §8.5)", () => {
  test.each<AlteredCase>([
    {
      when: "a search in another catalog trips",
      turn: SEARCHED,
      change: searching((search) => {
        search.catalogDigest = hex("9");
      }),
      trips: [
        mismatch(
          "tc-0",
          "evidence.tusk.requests[0].searchRef.catalogDigest",
          `searched in catalog ${hex("9")}, bound is ${digestOf(PLANNED_CATALOG)}`,
        ),
      ],
    },
    {
      when: "the catalog is the same in any order of its rows",
      turn: SEARCHED,
      change: ({ spec }) => {
        spec.catalog.reverse();
      },
    },
    {
      when: "a search that found nothing trips",
      turn: SEARCHED,
      change: searching((search) => {
        search.resultSet = [];
      }),
      trips: [
        mismatch(
          "tc-0",
          "evidence.tusk.requests[0].searchRef.resultSet",
          "the search did not find web with the schema it has in the catalog",
        ),
      ],
    },
    {
      when: "a search that found another tool with that schema trips",
      turn: SEARCHED,
      change: searching((search) => {
        found(search.resultSet[0]).name = "grep";
      }),
      trips: [
        mismatch(
          "tc-0",
          "evidence.tusk.requests[0].searchRef.resultSet",
          "the search did not find web with the schema it has in the catalog",
        ),
      ],
    },
    {
      when: "a search that found the tool with another schema trips",
      turn: SEARCHED,
      change: searching((search) => {
        found(search.resultSet[0]).schemaDigest = hex("9");
      }),
      trips: [
        mismatch(
          "tc-0",
          "evidence.tusk.requests[0].searchRef.resultSet",
          "the search did not find web with the schema it has in the catalog",
        ),
      ],
    },
    {
      when: "a search that found more than the tool holds",
      turn: SEARCHED,
      change: searching((search) => {
        search.resultSet.unshift({ name: "grep", schemaDigest: hex("9") });
      }),
    },
    {
      when: "a search that the request does not name trips",
      turn: SEARCHED,
      change: ({ call }) => {
        delete call("tc-0").request.searchRefDigest;
      },
      trips: [
        mismatch(
          "tc-0",
          "evidence.toolRequests[0].searchRefDigest",
          "searchRefDigest none is not the digest of the search",
        ),
      ],
    },
    {
      when: "a request that names another search trips",
      turn: SEARCHED,
      change: ({ call }) => {
        call("tc-0").request.searchRefDigest = hex("9");
      },
      trips: [
        mismatch(
          "tc-0",
          "evidence.toolRequests[0].searchRefDigest",
          `searchRefDigest ${hex("9")} is not the digest of the search`,
        ),
      ],
    },
    {
      when: "everything that is wrong with a search is named",
      turn: SEARCHED,
      change: ({ call }) => {
        call("tc-0").asked.searchRef = { query: "q", catalogDigest: hex("9"), resultSet: [] };
      },
      trips: [
        mismatch(
          "tc-0",
          "evidence.toolRequests[0].searchRefDigest",
          `searchRefDigest ${WEB_SEARCH} is not the digest of the search`,
        ),
        mismatch(
          "tc-0",
          "evidence.tusk.requests[0].searchRef.catalogDigest",
          `searched in catalog ${hex("9")}, bound is ${digestOf(PLANNED_CATALOG)}`,
        ),
        mismatch(
          "tc-0",
          "evidence.tusk.requests[0].searchRef.resultSet",
          "the search did not find web with the schema it has in the catalog",
        ),
      ],
    },
    {
      when: "an eager tool whose search is only named by a digest trips: nobody can show it",
      turn: SEARCHED,
      change: ({ call }) => {
        call("tc-1").request.searchRefDigest = hex("9");
      },
      trips: [mismatch("tc-1", "evidence.tusk.requests[1].searchRef", `the search ${hex("9")} is not in the evidence`)],
    },
    {
      when: "a search for an unknown tool is not looked at",
      turn: SEARCHED,
      change: ({ call }) => {
        Object.assign(call("tc-0").request, { toolName: "wget" });
      },
      trips: [unknown("tc-0", "evidence.toolRequests[0].toolName", "wget is in no row of the catalog")],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test("an eager tool may be searched for too, and its search is then checked", () => {
    const searched = (catalogDigest: string): AlteredCase => ({
      when: "",
      turn: SEARCHED,
      change: ({ call, spec }) => {
        const schemaDigest = found(spec.catalog.find((row) => row.name === "read")).schemaDigest;
        const searchRef = { query: "read", catalogDigest, resultSet: [{ name: "read", schemaDigest }] };
        call("tc-1").asked.searchRef = searchRef;
        call("tc-1").request.searchRefDigest = digestOf(searchRef);
      },
    });
    expect(outcomeOf(searched(digestOf(PLANNED_CATALOG)))).toEqual({ accepted: true, trips: [] });
    expect(outcomeOf(searched(hex("9"))).trips.map((trip) => [trip.class, trip.subject])).toEqual([
      ["tool.discovery_mismatch", "tc-1"],
    ]);
  });
});

describe("tool.example_digest_mismatch (000 §4.1)", () => {
  const missing = digestOf(READ_EXAMPLES);
  test.each<AlteredCase>([
    {
      when: "examples that nobody has stop",
      change: ({ tusk }) => {
        delete tusk.values[missing];
      },
      trips: [examples("tc-1", "evidence.tusk.values", `the examples of read, ${missing}, are not among the values`)],
    },
    {
      when: "no examples are the empty list, which nobody has to bring",
      change: ({ tool, tusk }) => {
        delete tusk.values[missing];
        tool("read").exampleDigest = digestOf([]);
      },
    },
    {
      when: "examples of a tool that nobody calls need not be there",
      change: ({ tool, tusk, spec }) => {
        delete tusk.values[missing];
        tool("read").exampleDigest = digestOf([]);
        spec.catalog.push({ ...tool("read"), name: "list", exampleDigest: missing });
      },
    },
    {
      when: "examples of a tool that is not allowed are not looked at",
      change: ({ spec, tusk }) => {
        delete tusk.values[missing];
        spec.toolPolicy.allow = ["bash", "edit"];
      },
      trips: [unknown("tc-1", "evidence.toolRequests[0].toolName", "the tool policy does not allow read")],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});
