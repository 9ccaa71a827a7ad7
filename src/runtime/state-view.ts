import type { Json } from "#kernel";
import type { AgentView } from "#ports";

/** A view of the work that every turn leaves in its evidence, and that the model is shown with the next request (R21). */
export interface StateView {
  /** As the state view policy may require it. */
  readonly viewId: string;
  view(run: AgentView): Json;
  /** What the model is shown of it; nothing where this is absent. */
  render?(view: Json): string;
}
