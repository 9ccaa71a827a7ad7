import { fileURLToPath } from "node:url";

/** The clone these tests stand in, without a slash at its end. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
