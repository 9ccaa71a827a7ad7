/** One thing that a command is given or kept from, in the order in which it is put up. Both backends know how. */
export type Wall =
  /** May be changed, and cannot be moved away. */
  | { readonly kind: "open"; readonly path: string }
  /** May be looked at and not changed, moved or removed. */
  | { readonly kind: "closed"; readonly path: string }
  /** An empty folder that nobody can fill stands in its place. */
  | { readonly kind: "masked_folder"; readonly path: string }
  /** Nothing can be read there. */
  | { readonly kind: "masked_file"; readonly path: string }
  /** A socket of another program that nobody can connect to. Which there are changes by the minute: they are no part of what is promised. */
  | { readonly kind: "masked_socket"; readonly path: string }
  /** A name that is to stay free: an empty folder of ours holds it. */
  | { readonly kind: "held"; readonly path: string }
  /** A folder of our own stands in its place. */
  | { readonly kind: "private"; readonly path: string; readonly from: string }
  /** A folder that is new with every command. */
  | { readonly kind: "fresh"; readonly path: string };

/** Everything that a command may reach: the machine read-only, devices and processes of its own, and these walls. */
export interface WallPlan {
  /** The workspace: the folder in which the backend is started. */
  readonly root: string;
  readonly rootIsOpen: boolean;
  readonly network: "none" | "full";
  /** Folders of the machine that stay to be seen, and not changed, where our own `/tmp` would cover them; `at` is their place in that one. */
  readonly shown: readonly { readonly path: string; readonly at: string }[];
  /** Put up before the workspace's own place is. */
  readonly before: readonly Wall[];
  /** Put up inside it and after it. */
  readonly after: readonly Wall[];
}
