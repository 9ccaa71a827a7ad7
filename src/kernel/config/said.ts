import { type Schema, shaped } from "../schema/schema.ts";

/** Text that says something. */
export const said: Schema<string> = shaped(/\S/, "text that is not blank");
