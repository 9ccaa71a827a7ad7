import type { Flag } from "../action.ts";
import { type ActionRows, JSON_FLAG } from "../action-row.ts";
import type { ReplayData } from "../actions/replay.ts";
import type { SessionExportData } from "../actions/session-export.ts";
import type { SessionListData } from "../actions/session-list.ts";
import type { SessionResumeData } from "../actions/session-resume.ts";
import type { SessionShowData } from "../actions/session-show.ts";
import type { VerifyData } from "../actions/verify.ts";

/** What the commands on sessions answer. */
export interface SessionData {
  readonly verify: VerifyData;
  readonly replay: ReplayData;
  readonly "session.list": SessionListData;
  readonly "session.show": SessionShowData;
  readonly "session.resume": SessionResumeData;
  readonly "session.export": SessionExportData;
}

const STATE: Flag = {
  name: "state",
  value: "DIR",
  summary: "the state folder to look at instead of this repository's .premath",
};
const SESSION = { name: "SESSION", required: true, summary: "the id of the session, or the beginning of it" } as const;

/** The commands on what was recorded: whether it holds, and what it says (M14). */
export const SESSION_ACTIONS: ActionRows<SessionData> = {
  verify: {
    id: "verify",
    command: "verify",
    group: "Sessions",
    summary: "Walk everything that was recorded, and name the first row that is not as it was written",
    effect: "read",
    flags: [STATE, JSON_FLAG],
    operands: [],
    load: () => import("../actions/verify.ts"),
  },
  replay: {
    id: "replay",
    command: "replay",
    group: "Sessions",
    summary:
      "Run a recorded session once more, without model, network or effects, and name the first step that differs",
    effect: "read",
    flags: [
      {
        name: "until",
        value: "STEP",
        integer: { min: 1, max: Number.MAX_SAFE_INTEGER },
        summary: "stop when this step has ended, and show where the run stands",
      },
      { name: "fork", summary: "write what was replayed as a new session, to be taken up with another model" },
      { name: "as", value: "NAME", summary: "the id of the session that --fork writes" },
      STATE,
      JSON_FLAG,
    ],
    operands: [
      { name: "CASSETTE", required: true, summary: "the id of a recorded session, or the path of a cassette" },
    ],
    load: () => import("../actions/replay.ts"),
  },
  "session.list": {
    id: "session.list",
    command: "session list",
    group: "Sessions",
    summary: "List the sessions, newest first",
    effect: "read",
    flags: [STATE, JSON_FLAG],
    operands: [],
    load: () => import("../actions/session-list.ts"),
  },
  "session.show": {
    id: "session.show",
    command: "session show",
    group: "Sessions",
    summary: "Show what happened in a session: inputs, replies, calls and what they gave, faults, its end",
    effect: "read",
    flags: [STATE, JSON_FLAG],
    operands: [SESSION],
    load: () => import("../actions/session-show.ts"),
  },
  "session.resume": {
    id: "session.resume",
    command: "session resume",
    group: "Sessions",
    summary: "Settle what a crash left in a session, and go on with it where an agent is named",
    effect: "mutation",
    flags: [
      { name: "agent", value: "MODULE", summary: "a module whose default export makes the agent that goes on" },
      { name: "input", value: "TEXT", summary: "what you say now; without it the model goes on where it was" },
      {
        name: "steps",
        value: "N",
        integer: { min: 1, max: Number.MAX_SAFE_INTEGER },
        summary: "grant so many steps anew; without it what was left is left",
      },
      STATE,
      { ...JSON_FLAG, summary: "print one event a line as JSON, the result last" },
    ],
    operands: [SESSION],
    load: () => import("../actions/session-resume.ts"),
  },
  "session.export": {
    id: "session.export",
    command: "session export",
    group: "Sessions",
    summary: "Write the conversation of a session as a provider takes it, or for people to read",
    effect: "read",
    flags: [
      {
        name: "format",
        value: "NAME",
        choices: ["anthropic", "openai", "markdown"],
        required: true,
        summary: "whose words",
      },
      { name: "out", value: "FILE", summary: "write it there instead of showing it" },
      STATE,
      JSON_FLAG,
    ],
    operands: [SESSION],
    load: () => import("../actions/session-export.ts"),
  },
};
