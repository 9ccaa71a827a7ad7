import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import type { SandboxNetwork } from "#ports";
import { quietly } from "../workspace/quietly.ts";
import { gitFolders } from "./git-folders.ts";
import { writableMountsBelow } from "./mount-points.ts";
import { HOLDABLE_PARENTS } from "./protected-names.ts";
import type { ProtectedEntry } from "./scan-protected.ts";
import { isBelow } from "./is-below.ts";
import { maskAround, secretWalls } from "./secret-paths.ts";
import { socketWalls } from "./socket-walls.ts";
import type { Wall, WallPlan } from "./wall.ts";

/** The place of a command's `/tmp`, and of its home in there. */
export const TMP = "/tmp";
export const HOME: string = `${TMP}/home`;

/** What the walls of one sandbox are made of; the same for all of its commands. */
export interface WallSetting {
  readonly root: string;
  readonly rootIsOpen: boolean;
  readonly network: SandboxNetwork;
  /** The folder that stands for `/tmp`. */
  readonly tmp: string;
  /** Masked beside the machine's secrets. */
  readonly secrets: readonly string[];
}

/** What is in the workspace when a command starts. */
export interface WorkspaceState {
  readonly held: readonly string[];
  readonly found: readonly ProtectedEntry[];
}

/** Prepares the walls of a sandbox: what is masked on this machine is looked up once. */
export function wallPlanner(setting: WallSetting): (state: WorkspaceState) => WallPlan {
  const { root, rootIsOpen, network, tmp } = setting;
  const keep = network === "full" ? [root, ...resolverFile()] : [root];
  const secrets = [...secretWalls({ keep }), ...setting.secrets.flatMap((path) => maskAround(path, keep))].filter(
    ({ path }) => !isBelow(path, TMP) || isBelow(path, root),
  );
  // A workspace below /tmp needs a place in ours.
  if (isBelow(root, TMP)) mkdirSync(join(tmp, relative(TMP, root)), { recursive: true });
  const before: readonly Wall[] = [
    ...secrets.filter(({ path }) => !isBelow(path, root)),
    { kind: "private", path: TMP, from: tmp },
    { kind: "fresh", path: HOME },
  ];
  const shown = repositoryOf(root)
    .filter((path) => isBelow(path, TMP))
    .map((path) => ({ path, at: join(tmp, relative(TMP, path)) }));
  for (const { at } of shown) mkdirSync(at, { recursive: true });
  const mounts = writableMountsBelow(root).map((path): Wall => ({ kind: "open", path }));
  const masked = secrets.flatMap(({ kind, path }) => (kind === "masked_folder" ? [path] : []));
  const within = secrets.filter(({ path }) => isBelow(path, root));
  return (state) => {
    const sockets = socketWalls(
      (path) => !isBelow(path, root) && (isBelow(path, TMP) || masked.some((folder) => isBelow(path, folder))),
    );
    return {
      root,
      rootIsOpen,
      network,
      shown,
      before: [...before, ...sockets.filter(({ path }) => !isBelow(path, root))],
      after: [
        ...(rootIsOpen ? [...mounts, ...workspaceWalls(root, state)] : []),
        ...within,
        ...sockets.filter(({ path }) => isBelow(path, root)),
      ],
    };
  };
}

/** The folders outside of a worktree that hold its history, the outermost of them. */
function repositoryOf(root: string): readonly string[] {
  const folders = gitFolders(join(root, ".git")).filter((path) => !isBelow(path, root) && existsSync(path));
  return folders.filter((path) => !folders.some((other) => isBelow(path, other)));
}

/** Closes what is protected and holds what could be. A link cannot be closed: its end is, and the link is watched. */
function workspaceWalls(root: string, { held, found }: WorkspaceState): readonly Wall[] {
  const closed = found
    .filter(({ path }) => !held.includes(path))
    .flatMap(({ path, leadsTo }) => (leadsTo === undefined ? [join(root, path)] : (leadsTo.real ?? [])));
  const folders = closed.flatMap(gitFolders).filter((path) => isBelow(path, root));
  const parents = HOLDABLE_PARENTS.filter((parent) =>
    [...held, ...found.map(({ path }) => path)].some((path) => path.startsWith(`${parent}/`)),
  );
  return [
    ...parents.map((path): Wall => ({ kind: "open", path: join(root, path) })),
    ...[...new Set([...closed, ...folders])].map((path): Wall => ({ kind: "closed", path })),
    ...held.map((path): Wall => ({ kind: "held", path: join(root, path) })),
  ];
}

/** Where names of the network are looked up, if that lies among the secrets. */
function resolverFile(): readonly string[] {
  return quietly([], () => [realpathSync("/etc/resolv.conf")]);
}
