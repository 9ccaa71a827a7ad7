/** A path at which a file shall stand and below which another one shall; undefined when there is none. */
export function fileAndFolder(paths: readonly string[]): string | undefined {
  const files = new Set(paths);
  const above = (path: string): readonly string[] => {
    const parts = path.split("/");
    return parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join("/"));
  };
  return paths.flatMap(above).find((folder) => files.has(folder));
}
