/** Whether a path lies below another, part by part (CVE-2025-54794). */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === "/" ? "/" : `${folder}/`) && path !== folder;
}
