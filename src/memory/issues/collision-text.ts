/** What is said of an id that two clones gave to issues of their own. */
export function collisionText(id: string): string {
  return `two clones each made an issue ${id}: the newer one is shown, issue history ${id} has both; add the other one again`;
}
