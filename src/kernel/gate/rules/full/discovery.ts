import type { Json } from "../../../json/value.ts";
import { NO_EXAMPLES, sortedCatalog } from "../../../spec/spec-digest.ts";
import type { CatalogRow } from "../../../spec/spec-values.ts";
import type { RequestFact, RequestFacts } from "../../facts.ts";
import { gather, NONE } from "../../gather.ts";
import type { Finding } from "../../rule.ts";
import { pathOf } from "./request.ts";
import { plainJson } from "../../../json/plain.ts";

/** A tool that is loaded on demand was called without having been searched for. */
export function discoveryUnresolved({ requests }: RequestFacts): readonly Finding[] {
  return gather(known(requests), (request) => {
    if (request.entry.loading !== "deferred" || request.row.searchRef !== undefined) return NONE;
    const note = `${request.tool} is loaded on demand and no search found it`;
    return [{ subject: request.id, path: pathOf(request, "searchRef"), note }];
  });
}

/** A search that was made in another catalog, did not find the tool, or is not the one the request names. */
export function discoveryMismatch(facts: RequestFacts): readonly Finding[] {
  const searched = known(facts.requests).filter(({ row, wire, entry }) => {
    return row.searchRef !== undefined || (wire.searchRefDigest !== undefined && entry.loading === "eager");
  });
  if (searched.length === 0) return NONE;
  const catalog = catalogDigest(facts.spec.catalog, facts.digest);
  return gather(searched, (request) => searchFindings(request, catalog, facts));
}

/** The digest of a catalog, whatever order its rows are given in. */
export function catalogDigest(catalog: readonly CatalogRow[], digest: (value: Json) => string): string {
  return digest(plainJson(sortedCatalog(catalog)));
}

/** The examples of a called tool are not the ones in the catalog, or nobody has them. */
export function exampleDigestMismatch({ requests, values, digest }: RequestFacts): readonly Finding[] {
  return gather(known(requests), (request) => {
    const { exampleDigest } = request.entry;
    // Nobody has to show that there are none.
    if (values.get(exampleDigest) !== undefined || exampleDigest === digest(NO_EXAMPLES)) return NONE;
    const note = `the examples of ${request.tool}, ${exampleDigest}, are not among the values`;
    return [{ subject: request.id, path: "evidence.tusk.values", note, unproven: true }];
  });
}

type KnownRequest = RequestFact & { readonly entry: CatalogRow };

/** Requests of tools that are in the catalog and allowed: an unknown tool trips one class, not five. */
function known(requests: readonly RequestFact[]): readonly KnownRequest[] {
  return requests.filter((request): request is KnownRequest => request.entry !== undefined && request.allowed);
}

function searchFindings(request: KnownRequest, catalog: string, { digest, wireRow }: RequestFacts): readonly Finding[] {
  const { id: subject, row, wire, tool, entry } = request;
  const search = row.searchRef;
  if (search === undefined) {
    const note = `the search ${wire.searchRefDigest ?? ""} is not in the evidence`;
    return [{ subject, path: pathOf(request, "searchRef"), note, unproven: true }];
  }
  const findings: Finding[] = [];
  if (wire.searchRefDigest !== digest(search)) {
    const note = `searchRefDigest ${wire.searchRefDigest ?? "none"} is not the digest of the search`;
    findings.push({ subject, path: `${wireRow("toolRequests", subject)}.searchRefDigest`, note });
  }
  if (search.catalogDigest !== catalog) {
    const note = `searched in catalog ${search.catalogDigest}, bound is ${catalog}`;
    findings.push({ subject, path: pathOf(request, "searchRef.catalogDigest"), note });
  }
  if (!search.resultSet.some((hit) => hit.name === tool && hit.schemaDigest === entry.schemaDigest)) {
    const note = `the search did not find ${tool} with the schema it has in the catalog`;
    findings.push({ subject, path: pathOf(request, "searchRef.resultSet"), note });
  }
  return findings;
}
