// refuses: TS2322
import { render } from "../../src/cli/render/digest.ts";
import type { Render } from "../../src/cli/render/paper.ts";
import type { ActionData } from "../../src/host/table.ts";

export const renderer: Render<ActionData["gate.tour"]> = render;
