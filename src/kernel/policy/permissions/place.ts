import type { ShellCommand } from "./shell-script.ts";

/** A folder or file by its parts: below the workspace's root, or from the root of the machine. */
export interface Place {
  readonly inside: boolean;
  readonly parts: readonly string[];
  /** None of its parts is a link: it was walked. */
  readonly real?: true;
}

/** Where a command may be running. Undefined: nobody knows. */
export type Places = readonly Place[] | undefined;

/** A command where it runs. */
export interface PlacedCommand {
  readonly command: ShellCommand;
  readonly places: Places;
  /** The workspace's root as an absolute path, where it is known. */
  readonly root: string | undefined;
}

const WORKSPACE: Place = { inside: true, parts: [] };
/** The most places that are followed at once. */
const MOST_PLACES = 8;

/**
 * The place of a file that a path names. undefined where it steps back from a name that may be a link: the system goes to the parent of
 * whatever that leads to, and letters do not tell.
 */
export function filePlaceOf(path: string, from: Place, root: string | undefined): Place | undefined {
  const steps = path.split("/").filter(isName);
  const names = path.startsWith("/") ? 0 : steps.findIndex((step) => step !== "..");
  const isBack = names >= 0 && steps.slice(names).includes("..");
  const leavesLink = steps[0] === ".." && from.parts.length > 0 && from.real !== true;
  return isBack || leavesLink ? undefined : placeOf(path, from, root);
}

/** The place that `cd` goes to, which counts by letters; undefined when it steps out of the machine's root or cannot be resolved. */
export function placeOf(path: string, from: Place, root: string | undefined): Place | undefined {
  if (path === "" || path.startsWith("~") || path.includes("\0")) return undefined;
  const steps = path.split("/");
  if (path.startsWith("/")) return walk([], steps, false, root);
  return from.inside && root !== undefined
    ? walk([...root.split("/"), ...from.parts].filter(isName), steps, false, root)
    : walk(from.parts, steps, from.inside, root);
}

function walk(
  start: readonly string[],
  steps: readonly string[],
  inside: boolean,
  root: string | undefined,
): Place | undefined {
  const parts = [...start];
  for (const step of steps) {
    if (!isName(step)) continue;
    if (step !== "..") parts.push(step);
    // What `..` of a wildcard's match is, or of a root nobody named, is not to be told from letters.
    else if (/[*?[]/.test(parts.pop() ?? "*")) return undefined;
  }
  return inside ? { inside, parts } : belowRoot(parts, root);
}

function belowRoot(parts: readonly string[], root: string | undefined): Place {
  const base = root?.split("/").filter(isName);
  const isBelow = base !== undefined && base.length > 0 && base.every((part, at) => parts[at] === part);
  return isBelow ? { inside: true, parts: parts.slice(base.length) } : { inside: false, parts };
}

function isName(part: string): boolean {
  return part !== "" && part !== ".";
}

/** The place that a command's `workdir` names; the workspace's root when none is given. */
export function startPlaces(workdir: unknown, root: string | undefined): Places {
  if (workdir === undefined) return [WORKSPACE];
  const place = typeof workdir === "string" ? placeOf(workdir, WORKSPACE, root) : undefined;
  // The tool that runs the command has walked there, following no link.
  return place === undefined ? undefined : [{ ...place, real: true }];
}

/** Every place that either list holds; too many are as good as none. */
export function eitherPlaces(left: Places, right: Places): Places {
  if (left === undefined || right === undefined) return undefined;
  const all = new Map([...left, ...right].map((place) => [JSON.stringify([place.inside, place.parts]), place]));
  return all.size > MOST_PLACES ? undefined : [...all.values()];
}
