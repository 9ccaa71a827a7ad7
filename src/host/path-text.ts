/** The folder of a path as it was written; empty when it names none. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : slash === 0 ? "/" : path.slice(0, slash);
}

/** A name below a folder as outputs write it: `./.premath` below `.`, the name alone below none. */
export function below(folder: string, name: string): string {
  return folder === "" || folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`;
}
