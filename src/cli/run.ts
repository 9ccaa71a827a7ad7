import { type ActionData, type ActionId, type Arguments, HOST_ACTIONS } from "#host";
import { composePorts } from "./compose.ts";
import type { ProgramName } from "./help.ts";
import type { Paper, Render } from "./render/paper.ts";

/** How each action's answer is shown; an action without a renderer does not compile. */
const RENDERERS: { readonly [Id in ActionId]: () => Promise<{ render: Render<ActionData[Id]> }> } = {
  "gate.tour": () => import("./render/tour.ts"),
  "harness.join_check": () => import("./render/join-check.ts"),
  "json.digest": () => import("./render/digest.ts"),
};

/** What a command line's environment is like. */
export interface Terminal {
  readonly name: ProgramName;
  readonly isTerminal: boolean;
  readonly color: boolean;
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
}

/** Runs one action and shows its answer. 0: answered. 2: the input cannot be used (contract 0.1). */
export async function runAction<Id extends ActionId>(id: Id, args: Arguments, terminal: Terminal): Promise<0 | 2> {
  const [module, renderer] = await Promise.all([HOST_ACTIONS[id].load(), RENDERERS[id]()]);
  const outcome = module.run(args, composePorts());
  if (!outcome.ok) {
    terminal.warn(`${outcome.message}\n`);
    return 2;
  }
  const rich = terminal.isTerminal && terminal.name === "tusk";
  const paper: Paper = {
    rich,
    color: terminal.color,
    json: args.switches.has("json"),
    print: terminal.print,
    warn: terminal.warn,
  };
  renderer.render(outcome.data, paper);
  return 0;
}
