import type { WorkOrder } from "#ports";

/** What whoever works is told of an issue, as Markdown: its title, its brief, and what is known from before. */
export function workBrief(order: WorkOrder): string {
  const { issueId, title, brief } = order;
  const sections = [`# ${issueId}: ${title}`, brief.trim(), contextText(order) ?? ""];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** What is known from before, as a list; undefined where nothing is. */
export function contextText({ context }: Pick<WorkOrder, "context">): string | undefined {
  return context.length === 0 ? undefined : `## What is known from before\n\n${context.map(item).join("\n")}`;
}

/** One line of context as an item of a list; what it says on further lines belongs to it. */
function item(text: string): string {
  return `- ${text.trim().replaceAll("\n", "\n  ")}`;
}
