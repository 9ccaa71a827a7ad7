import * as z from "zod";
import { parseArtifactRef } from "#kernel";
import { type ArtifactPage, type ArtifactStore, PortError, type Tool, ToolFailed } from "#ports";
import { tool } from "./tool.ts";

/** A page and what is said of it stay below what a result may show. */
const MOST_BYTES = 30_000;
const PAGE_BYTES = 16_000;

const args = z.strictObject({
  ref: z.string().describe("The reference, as a result that was cut names it: artifact://sha256:..."),
  offset: z.int().min(0).default(0).describe("How many bytes to pass over."),
  bytes: z.int().min(1).max(MOST_BYTES).default(PAGE_BYTES).describe("The most bytes to show."),
});

/** Shows a result that was too long to be shown whole, page by page (R23). */
export function artifactTool(store: ArtifactStore): Tool {
  return tool({
    name: "artifact",
    description:
      "Shows a part of a result that was cut, by the reference that the cut names. The first line says which bytes these are of how many, " +
      "and the offset to go on with.",
    args,
    output: z.string(),
    examples: [{ ref: `artifact://sha256:${"0".repeat(64)}`, offset: 16_000 }],
    effects: ["other"],
    run: ({ ref, offset, bytes }) => shownPage(pageOf(store, ref, { offset, bytes })),
  });
}

function pageOf(
  store: ArtifactStore,
  ref: string,
  place: { readonly offset: number; readonly bytes: number },
): ArtifactPage {
  const name = parseArtifactRef(ref);
  if (name?.kind !== "artifact")
    throw new ToolFailed("InvalidInput", `ref is no artifact's: expected artifact://sha256: and 64 hex digits`);
  try {
    return store.page(name.digest, place);
  } catch (error) {
    if (!(error instanceof PortError) || error.code === "io") throw error;
    throw new ToolFailed(
      "NotFound",
      error.code === "missing" ? "there is no such artifact" : "the artifact was changed",
    );
  }
}

function shownPage({ text, offset, next, totalBytes }: ArtifactPage): string {
  const end = next ?? totalBytes;
  const more = next === undefined ? "this is the end" : `go on with offset ${next}`;
  return `[bytes ${offset} to ${end} of ${totalBytes}; ${more}]\n${text}`;
}
