// in: src/cli/seed-switch.ts  refuses: typescript(switch-exhaustiveness-check)
export function word(kind: "held" | "tripped"): string {
  switch (kind) {
    case "held":
      return "holds";
  }
  return "";
}
