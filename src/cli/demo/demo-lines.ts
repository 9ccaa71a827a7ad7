import { FAIL_CLOSED, type HarnessRow, parseFailClass } from "#kernel";
import type { CoordinatorRow, DemoIssue, DemoNews } from "#ports";
import { harmless, paint, type Style } from "../render/paper.ts";

/** How lines look, and when what they tell happened. */
export interface DemoSetting {
  readonly color: boolean;
  /** Since the demonstration began. */
  readonly seconds: number;
  /** What refusals mean was said already. */
  readonly isExplained: boolean;
}

/** A line about a worker, and how it stands out. */
type Said = readonly [text: string, style?: Style] | undefined;

/** What a demonstration tells, as lines for people. */
export function demoLines(news: DemoNews, setting: DemoSetting): readonly string[] {
  switch (news.kind) {
    case "ground":
      return groundLines(news, setting);
    case "coordinator":
      return coordinatorLines(news.row, setting);
    case "worker":
      return workerLines(news, setting);
    case "killed":
      return [
        stamped(
          news.worker,
          [`KILLED -9 while it worked on ${news.issueId} and its command ran (pid ${news.pid})`, "red"],
          setting,
        ),
      ];
    default:
      return news satisfies never;
  }
}

type Ground = Extract<DemoNews, { readonly kind: "ground" }>;

function groundLines({ folder, issues, command }: Ground, setting: DemoSetting): readonly string[] {
  return [
    paint(setting, "bold", "Tusk: a turn either closes or changes nothing."),
    "A small program with a failing test, five issues, two workers, and a recorded model: no key, no network. All else is real.",
    "",
    head(1, "A new repository with its issues", setting),
    `   ${folder}`,
    ...issues.map((issue) => `   ${issueText(issue)}`),
    "",
    head(
      2,
      "Two workers: each issue in a worktree of its own, behind the sandbox's walls, verified before and after",
      setting,
    ),
    paint(setting, "dim", `   $ ${command}`),
  ];
}

function issueText({ id, title, needs }: DemoIssue): string {
  return `${id}  ${harmless(title)}${needs.length === 0 ? "" : `  (needs ${needs.join(", ")})`}`;
}

/** The heading of a part. */
export function head(number: number, text: string, setting: Pick<DemoSetting, "color">): string {
  return paint(setting, "bold", `${number}  ${text}`);
}

function coordinatorLines(row: CoordinatorRow, setting: DemoSetting): readonly string[] {
  if (row.kind === "coordinator.ended" && row.outcome === "died")
    return [
      stamped(
        row.worker,
        [`its coordinator sees that it is gone; ${row.issueId} is given to somebody again`, "yellow"],
        setting,
      ),
    ];
  if (row.kind === "coordinator.paused")
    return [stamped("", [`nothing more is started: ${harmless(row.message)}`, "red"], setting)];
  if (row.kind === "coordinator.stopping") return [stamped("", [row.message, "yellow"], setting)];
  return [];
}

type OfWorker = Extract<DemoNews, { readonly kind: "worker" }>;
type Told = { readonly [K in HarnessRow["kind"]]?: (row: Extract<HarnessRow, { readonly kind: K }>) => Said };

/** The rows of a worker that are told. */
const TOLD: Told = {
  "step.claimed": ({ issueId }) => [`claims ${issueId}`],
  "step.verified": ({ issueId, when, verdict }) => {
    if (verdict === "holds") return when === "before" ? undefined : [`the checks of ${issueId} hold after the work`];
    return [`the checks of ${issueId} fail ${when} the work`, "yellow"];
  },
  "step.merged": ({ issueId, commit }) => [`merges ${issueId} as ${commit.slice(0, 10)}`],
  "step.closed": ({ issueId, evidenceDigest }) => [
    `closes ${issueId}; evidence ${evidenceDigest.slice(0, 19)}...`,
    "green",
  ],
  "step.retry": ({ issueId, matchedFailureClass }) => [`tries ${issueId} again: ${matchedFailureClass}`, "yellow"],
  "step.escalated": ({ issueId, outcome }) => [`escalates ${issueId}: ${outcome}`, "red"],
  "step.unmerged": ({ issueId, reason }) => [`leaves ${issueId} on its branch: ${harmless(reason)}`, "yellow"],
  "stop.handoff": ({ issueId, reason }) => [`hands ${issueId} off: ${harmless(reason)}`, "yellow"],
};

function workerLines({ worker, row, takesUp }: OfWorker, setting: DemoSetting): readonly string[] {
  if (row.kind === "step.refused") return refusedLines(worker, row, setting);
  const said = takesUp ? takenUp(row) : saidOf(row);
  return said === undefined ? [] : [stamped(worker, said, setting)];
}

function saidOf<K extends HarnessRow["kind"]>(row: Extract<HarnessRow, { readonly kind: K }>): Said {
  const kind: K = row.kind;
  return TOLD[kind]?.(row);
}

function takenUp(row: HarnessRow): Said {
  if (row.kind !== "step.working") return undefined;
  return [
    `takes ${row.issueId} up in the same session: what the kill cut off is settled as interrupted, not run again`,
    "cyan",
  ];
}

type Refused = Extract<HarnessRow, { readonly kind: "step.refused" }>;

function refusedLines(
  worker: string,
  { issueId, classes, violations }: Refused,
  setting: DemoSetting,
): readonly string[] {
  const [first] = violations;
  const line = stamped(worker, [`REFUSED to close ${issueId}: ${classes.join(", ")}`, "red"], setting);
  if (setting.isExplained) return [line];
  return [
    line,
    ...classes.map((name) => `${INDENT}${meaning(name)}`),
    ...(first === undefined ? [] : [`${INDENT}${harmless(first.note)}`]),
    `${INDENT}Nothing was merged and nothing closed; the failed check is told to the model.`,
  ];
}

function meaning(name: string): string {
  const known = parseFailClass(name);
  return known === undefined ? name : FAIL_CLOSED[known].means;
}

const INDENT = " ".repeat(22);

function stamped(worker: string, [text, style]: NonNullable<Said>, setting: DemoSetting): string {
  const told = style === undefined ? text : paint(setting, style, text);
  return `${`${setting.seconds.toFixed(1)} s`.padStart(9)}  ${worker.padEnd(9)}  ${told}`;
}
