export { type InputBytes, MAX_INPUT_BYTES, readInput, readStandardInput } from "./read-input.ts";
export { sha256 } from "./sha256.ts";
export { utf8 } from "./utf8.ts";
