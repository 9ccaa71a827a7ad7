import type { Permit } from "#kernel";

export function wordFor(permit: Permit): string {
  switch (permit.kind) {
    case "mutation_ready":
      return "a join";
    case "mandate":
      return "a person's command";
    case "escalation":
      return "a refusal";
    case "human_override":
      return "a person";
    default:
      return permit satisfies never;
  }
}
