// refuses: TS1360 TS2322
import type { Permit } from "#kernel";

export function wordFor(permit: Permit): string {
  switch (permit.kind) {
    case "mutation_ready":
      return "a join";
    case "mandate":
      return "a person's command";
    case "escalation":
      return "a refusal";
    default:
      return permit satisfies never;
  }
}
