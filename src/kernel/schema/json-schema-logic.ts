import { type Found, joined, type Node, one, type SchemaProblem, shortened } from "./json-schema-node.ts";
import type { Keywords, Part, Site } from "./json-schema-site.ts";

function reference(site: Site): Part | undefined {
  const node = site.target("$ref");
  return node && all([node]);
}

function allOf(site: Site): Part {
  return all(alternatives(site, "allOf"));
}

function all(nodes: readonly Node[]): Part {
  return {
    inPlace: nodes,
    check: (value, run) => {
      let found: Found;
      for (const node of nodes) {
        const more = node.check(value, run);
        if (more !== undefined) found = joined(found, more);
      }
      return found;
    },
    mark: (value, run, seen) => {
      for (const node of nodes) node.mark?.(value, run, seen);
    },
  };
}

function anyOf(site: Site): Part {
  const nodes = alternatives(site, "anyOf");
  return {
    inPlace: nodes,
    check: (value, run) => {
      let tried: Found;
      for (const node of nodes) {
        const found = node.check(value, run);
        if (found === undefined) return undefined;
        tried = joined(tried, found.slice(0, 1));
      }
      return fitsNone(nodes.length, tried ?? []);
    },
    mark: markFitting(nodes),
  };
}

function oneOf(site: Site): Part {
  const nodes = alternatives(site, "oneOf");
  return {
    inPlace: nodes,
    check: (value, run) => {
      let tried: Found;
      let fitting = 0;
      for (const node of nodes) {
        const found = node.check(value, run);
        if (found === undefined) fitting += 1;
        else tried = joined(tried, found.slice(0, 1));
      }
      if (fitting === 1) return undefined;
      return fitting === 0
        ? fitsNone(nodes.length, tried ?? [])
        : one(`fits ${fitting} of ${nodes.length} alternatives, expected one`);
    },
    mark: markFitting(nodes),
  };
}

function alternatives(site: Site, name: string): readonly Node[] {
  const nodes = site.nodes(name) ?? [];
  if (nodes.length === 0) site.refuse(name, "is malformed");
  return nodes;
}

function markFitting(nodes: readonly Node[]): Part["mark"] {
  return (value, run, seen) => {
    for (const node of nodes) if (node.check(value, run) === undefined) node.mark?.(value, run, seen);
  };
}

// Two reasons are enough for the usual "this or null". Threat: uncut, alternatives of alternatives double the text at each level.
function fitsNone(count: number, tried: readonly SchemaProblem[]): Found {
  const reasons = tried.slice(0, 2).map(({ path, problem }) => shortened(`${path} ${problem}`.trimStart(), 100));
  const more = tried.length > reasons.length ? "; …" : "";
  return one(`fits none of ${count} alternatives (${reasons.join("; ")}${more})`);
}

function not(site: Site): Part | undefined {
  const node = site.node("not");
  const misfit = one("fits what it must not fit");
  return (
    node && { inPlace: [node], check: (value, run) => (node.check(value, run) === undefined ? misfit : undefined) }
  );
}

function condition(site: Site): Part | undefined {
  const [test, then, otherwise] = [site.node("if"), site.node("then"), site.node("else")];
  if (test === undefined) return undefined;
  return {
    inPlace: [test, then, otherwise].filter((node) => node !== undefined),
    check: (value, run) => (test.check(value, run) === undefined ? then : otherwise)?.check(value, run),
    mark: (value, run, seen) => {
      const fits = test.check(value, run) === undefined;
      if (fits) test.mark?.(value, run, seen);
      (fits ? then : otherwise)?.mark?.(value, run, seen);
    },
  };
}

/** Keywords that apply other schemas to the same value. */
export const LOGIC_KEYWORDS: readonly Keywords[] = [
  { names: ["$ref"], compile: reference },
  { names: ["allOf"], compile: allOf },
  { names: ["anyOf"], compile: anyOf },
  { names: ["oneOf"], compile: oneOf },
  { names: ["not"], compile: not },
  { names: ["if", "then", "else"], compile: condition },
];
