// refuses: TS2741
import type { Render } from "../../src/cli/render/paper.ts";
import type { ActionData, ActionId } from "../../src/host/table.ts";

type Renderers = { readonly [Id in ActionId]: () => Promise<{ render: Render<ActionData[Id]> }> };
declare const others: Omit<Renderers, "json.digest">;

export const renderers: Renderers = { ...others };
