/** How a dependency may be looked at: as work order, as lists to act on, as algebra (contract memory 1.3). */
export type DependencyView = "execution" | "gtd" | "groupoid";

/** What a dependency type means: whether it holds work back, and its role in each view. */
export interface DependencyMeaning {
  readonly blocking: boolean;
  readonly roles: { readonly [V in DependencyView]: string };
}

function meaning(blocking: boolean, gtd: string, groupoid: string): DependencyMeaning {
  return { blocking, roles: { execution: blocking ? "blocking" : "informational", gtd, groupoid } };
}

/** A type that may be given to a new dependency; the table is closed. */
export type DependencyType =
  | "blocks"
  | "parent-child"
  | "conditional-blocks"
  | "related"
  | "discovered-from"
  | "relates-to"
  | "duplicates"
  | "supersedes"
  | "waits-for"
  | "replies-to";

const TYPES: { readonly [T in DependencyType]: DependencyMeaning } = {
  blocks: meaning(true, "next-action", "constraint"),
  "parent-child": meaning(true, "project-structure", "generator"),
  "conditional-blocks": meaning(true, "next-action", "constraint"),
  related: meaning(false, "reference", "provenance"),
  "discovered-from": meaning(false, "captured-work", "provenance"),
  "relates-to": meaning(false, "reference", "provenance"),
  duplicates: meaning(false, "dedupe", "equivalence"),
  supersedes: meaning(false, "dedupe", "equivalence"),
  "waits-for": meaning(true, "next-action", "constraint"),
  "replies-to": meaning(false, "captured-work", "provenance"),
};

/** Every dependency type, in the contract's order (memory 1.3). */
export const DEPENDENCY_TYPES: readonly DependencyType[] = Object.freeze(Object.keys(TYPES) as DependencyType[]);

/** What a type of another tool is taken for: kept in the file, holding nothing back. */
const FOREIGN: DependencyMeaning = meaning(false, "reference", "provenance");

/** The type a word names; undefined means that no new dependency may have it. */
export function parseDependencyType(text: string): DependencyType | undefined {
  return Object.hasOwn(TYPES, text) ? (text as DependencyType) : undefined;
}

/** What a dependency means, whoever wrote it: a type we do not know only informs. */
export function dependencyMeaning(type: string): DependencyMeaning {
  const known = parseDependencyType(type);
  return known === undefined ? FOREIGN : TYPES[known];
}

/** Whether a dependency of this type holds its issue back until the target is closed. */
export function blocksIssue(type: string): boolean {
  return dependencyMeaning(type).blocking;
}
