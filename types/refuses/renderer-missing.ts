// refuses: TS2741
import type { Render } from "../../src/cli/render/paper.ts";
import type { ActionData, ActionId } from "../../src/host/table.ts";

type Renderers = { readonly [Id in ActionId]: () => Promise<{ render: Render<ActionData[Id]> }> };

export const renderers: Renderers = {
  "gate.tour": () => import("../../src/cli/render/tour.ts"),
  "harness.join_check": () => import("../../src/cli/render/join-check.ts"),
};
