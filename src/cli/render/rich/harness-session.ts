import type { SessionBootstrapData, SessionReadData, SessionWriteData } from "#host";
import { paint } from "../paper.ts";
import { hintLine, printAll } from "./bounded.ts";
import { oneLine } from "./columns.ts";
import { cutToWidth } from "./display-width.ts";
import { relativeTime } from "./relative-time.ts";
import type { RichPaper, RichRender } from "./rich-paper.ts";

/** A session that was written: what it is, and what whoever comes next will be told. */
export const sessionWrite: RichRender<SessionWriteData> = ({ path, session }, paper) => {
  const next = session.nextStep ?? "nothing: --next-step says what comes next";
  printAll(
    [
      `${paint(paper, "green", "wrote")} ${nameText(session.sessionId, paper)} (${stateText(session.state, paper)})`,
      ...field("issue", session.issueId, paper),
      ...field("next", next, paper),
      ...field("file", path, paper),
      hintLine("harness-session bootstrap shows what a fresh context begins with", paper),
    ],
    paper,
  );
};

/** A session with all it says. */
export const sessionRead: RichRender<SessionReadData> = ({ path, session }, paper) => {
  printAll(
    [
      `${paint(paper, "bold", nameText(session.sessionId, paper))} (${stateText(session.state, paper)})`,
      ...field("issue", session.issueId, paper),
      ...field("summary", session.summary, paper),
      ...field("next", session.nextStep, paper),
      ...(session.instructionRefs ?? []).flatMap((ref) => field("follows", ref, paper)),
      ...(session.witnessRefs ?? []).flatMap((ref) => field("witness", ref, paper)),
      ...(session.lineageRefs ?? []).flatMap((ref) => field("lineage", ref, paper)),
      ...field("started", relativeTime(session.startedAt, paper.now), paper),
      ...field("updated", relativeTime(session.updatedAt, paper.now), paper),
      ...field("issues", issuesText(session), paper),
      ...field("file", path, paper),
      hintLine("harness-session bootstrap shows what a fresh context begins with", paper),
    ],
    paper,
  );
};

/** The beginning of a fresh context: where to go on. */
export const sessionBootstrap: RichRender<SessionBootstrapData> = (data, paper) => {
  const { mode, sessionId, resumeIssueId, nextStep, summary, nextFeatureId, featureCount, featureClosureComplete } =
    data;
  const head =
    mode === "resume"
      ? `${paint(paper, "green", "resume")} ${nameText(sessionId, paper)}`
      : `${paint(paper, "yellow", "attach")} ${nameText(sessionId, paper)}`;
  const attached = mode === "attach" ? "active: somebody may be at work in it" : undefined;
  const features = featureClosureComplete === true ? "all completed" : (nextFeatureId ?? "none can be worked on");
  printAll(
    [
      head,
      ...field("state", attached, paper),
      ...field("issue", resumeIssueId, paper),
      ...field("done", summary, paper),
      ...field("next", nextStep, paper),
      ...field("feature", featureCount === null ? undefined : `${features} (of ${featureCount})`, paper),
      ...field("updated", relativeTime(data.updatedAt, paper.now), paper),
      ...field("file", data.sessionRef, paper),
    ],
    paper,
  );
};

function stateText(state: SessionReadData["session"]["state"], paper: RichPaper): string {
  return paint(paper, state === "active" ? "yellow" : "green", state);
}

function issuesText({ issuesPath, issuesSnapshotRef }: SessionReadData["session"]): string | undefined {
  if (issuesPath === undefined) return undefined;
  return issuesSnapshotRef === undefined
    ? `${issuesPath} (not readable then)`
    : `${issuesPath} at ${issuesSnapshotRef}`;
}

const NAME_WIDTH = 10;

function field(name: string, text: string | null | undefined, paper: RichPaper): readonly string[] {
  if (text === null || text === undefined) return [];
  const room = Math.max(12, paper.screen.columns - NAME_WIDTH - 2);
  return [`  ${name.padEnd(NAME_WIDTH)}${cutToWidth(oneLine(text), room)}`];
}

/** A session's name, cut so that what stands beside it fits. */
function nameText(sessionId: string, paper: RichPaper): string {
  return cutToWidth(oneLine(sessionId), Math.max(12, paper.screen.columns - 24));
}
