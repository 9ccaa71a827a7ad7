/** How much a model thinks before it answers; absent: as the provider has it. */
export type Reasoning = "none" | "minimal" | "low" | "medium" | "high";
