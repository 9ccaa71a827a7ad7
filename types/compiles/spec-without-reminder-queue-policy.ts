import type { SpecValues } from "#kernel";

declare const others: Omit<SpecValues, "reminderQueuePolicy">;
declare const reminderQueuePolicy: SpecValues["reminderQueuePolicy"];

export const values: SpecValues = { ...others, reminderQueuePolicy };
