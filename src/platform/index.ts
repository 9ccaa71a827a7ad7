export { readConfigFile } from "./read-config-file.ts";
export { type InputBytes, MAX_INPUT_BYTES, readInput, readStandardInput } from "./read-input.ts";
export { sha256 } from "./sha256.ts";
export { utf8 } from "./utf8.ts";
export { listOwn, readOwn } from "./own-files.ts";
