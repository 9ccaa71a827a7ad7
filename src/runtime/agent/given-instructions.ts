import { digestText, type Instruction, type InstructionRef } from "#kernel";
import { AgentError } from "./agent-error.ts";
import type { AgentPorts } from "./agent-ports.ts";
import { assertText, assertTexts } from "./given-texts.ts";

/** Refuses what is no instruction: each has a path on one line, that no other has, and a text. */
export function assertInstructions(instructions: readonly Instruction[]): void {
  const paths = new Set<string>();
  for (const { path, text, digest } of instructions) {
    assertText("instructions: a path", path);
    assertText("instructions: a text", text);
    assertTexts({ "instructions: a digest": digest });
    if (path.trim() === "" || /[\r\n]/.test(path) || paths.has(path))
      throw new AgentError(
        "PolicyConfigInvalid",
        `instructions: the path ${JSON.stringify(path)} is blank, has several lines, or is there twice`,
      );
    paths.add(path);
  }
}

/** What evidence says of them: each path, and the digest of what was read there. */
export function instructionRefs(
  instructions: readonly Instruction[],
  { sha256 }: Pick<AgentPorts, "sha256">,
): readonly InstructionRef[] {
  return instructions.map(({ path, text, digest = digestText(sha256, text) }) => ({ path, digest }));
}
