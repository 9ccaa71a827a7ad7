import { type ActionData, type ActionId, type Arguments, HOST_ACTIONS } from "#host";
import { composePorts } from "./compose.ts";
import type { ProgramName } from "./help.ts";
import { harmless, type Render } from "./render/paper.ts";

/** How each action's answer is shown; an action without a renderer does not compile. */
const RENDERERS: { readonly [Id in ActionId]: () => Promise<{ render: Render<ActionData[Id]> }> } = {
  "config.show": () => import("./render/config.ts"),
  "conformance.run": () => import("./render/conformance.ts"),
  "gate.explain": () => import("./render/explain.ts"),
  "gate.tour": () => import("./render/tour.ts"),
  "harness.join_check": () => import("./render/join-check.ts"),
  "json.digest": () => import("./render/digest.ts"),
  "schema.show": () => import("./render/schema.ts"),
};

/** What a command line's environment is like. */
export interface Terminal {
  readonly name: ProgramName;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Whether standard error is one; asked only when there is something to say. */
  readonly warnsTerminal: () => Promise<boolean>;
  readonly color: boolean;
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
}

/** Runs one action and shows its answer. 0: answered. 1: the answer is a refusal. 2: the input cannot be used (contract 0.1). */
export async function runAction<Id extends ActionId>(id: Id, args: Arguments, terminal: Terminal): Promise<0 | 1 | 2> {
  const [module, renderer] = await Promise.all([HOST_ACTIONS[id].load(), RENDERERS[id]()]);
  const outcome = await module.run(args, composePorts());
  if (!outcome.ok) {
    // Errors quote the file; what it says must not command the terminal.
    const message = (await terminal.warnsTerminal()) ? harmless(outcome.message) : outcome.message;
    terminal.warn(`${message}\n`);
    return 2;
  }
  const { name, isTerminal, color, print, warn } = terminal;
  renderer.render(outcome.data, {
    isTerminal,
    rich: isTerminal && name === "tusk",
    color,
    json: args.switches.has("json"),
    print,
    warn,
  });
  return outcome.exit ?? 0;
}
