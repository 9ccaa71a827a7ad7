import type { Issue } from "#kernel";

const PARTS: readonly (readonly [
  keyof Pick<Issue, "description" | "design" | "acceptance_criteria" | "notes">,
  string,
])[] = [
  ["description", "Description"],
  ["design", "Design"],
  ["acceptance_criteria", "Acceptance criteria"],
  ["notes", "Notes"],
];

/** What an issue says, as whoever works on it reads it; parts that are empty are left out. */
export function briefOf(issue: Issue): string {
  return PARTS.filter(([part]) => issue[part].trim() !== "")
    .map(([part, heading]) => `${heading}\n${issue[part]}`)
    .join("\n\n");
}
