// Loaded by name, so that a bundle holds this word and not the whole kernel.
export { nearestWord } from "#kernel";
