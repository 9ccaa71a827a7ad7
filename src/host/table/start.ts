import { type ActionRows, CONFIG_FLAG, JSON_FLAG } from "../action-row.ts";
import type { DemoData } from "../actions/demo.ts";
import type { DoctorData } from "../actions/doctor.ts";
import type { InitData } from "../actions/init.ts";
import type { TourData } from "../actions/tour.ts";
import type { ConfigDistrustData } from "../actions/config-distrust.ts";
import type { ConfigShowData } from "../actions/config-show.ts";
import type { ConfigTrustData } from "../actions/config-trust.ts";

/** What the commands to begin with answer. */
export interface StartData {
  readonly demo: DemoData;
  readonly "gate.tour": TourData;
  readonly init: InitData;
  readonly "config.show": ConfigShowData;
  readonly "config.trust": ConfigTrustData;
  readonly "config.distrust": ConfigDistrustData;
  readonly doctor: DoctorData;
}

/** The commands to begin with. */
export const START_ACTIONS: ActionRows<StartData> = {
  demo: {
    id: "demo",
    command: "demo",
    group: "Start here",
    summary:
      "See everything at work: two workers, five issues, a recorded model, a refusal, a kill -9; no key, no network",
    effect: "mutation",
    flags: [
      {
        name: "profile",
        value: "NAME",
        choices: ["workspace-write", "danger-full-access", "external-sandbox"],
        summary: "how far commands of the recorded model reach, where this machine has no sandbox",
      },
      JSON_FLAG,
    ],
    operands: [{ name: "DIR", summary: "an empty folder for it; else a new one among the temporary files" }],
    load: () => import("../actions/demo.ts"),
  },
  "gate.tour": {
    id: "gate.tour",
    command: "tour",
    group: "Start here",
    summary: "See one turn accepted and broken ones refused, and why",
    effect: "read",
    flags: [JSON_FLAG],
    operands: [],
    load: () => import("../actions/tour.ts"),
  },
  init: {
    id: "init",
    command: "init",
    group: "Start here",
    summary: "Make the issue memory of a repository, and a configuration",
    effect: "mutation",
    flags: [
      { name: "merge-driver", summary: "let git merge edits of one issue field by field, in this clone" },
      JSON_FLAG,
    ],
    operands: [{ name: "PATH", summary: "the repository; else this folder" }],
    load: () => import("../actions/init.ts"),
  },
  "config.show": {
    id: "config.show",
    command: "config show",
    group: "Start here",
    summary: "Show the configuration that holds here, and where each value came from",
    effect: "read",
    flags: [
      CONFIG_FLAG,
      { name: "color", value: "WHEN", choices: ["auto", "always", "never"], summary: "colours in this text" },
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/config-show.ts"),
  },
  "config.trust": {
    id: "config.trust",
    command: "config trust",
    group: "Start here",
    summary: "Show what the configuration found here would do beyond the walls, and trust it as it is",
    effect: "mutation",
    flags: [{ name: "yes", summary: "trust it without a question" }, JSON_FLAG],
    operands: [],
    load: () => import("../actions/config-trust.ts"),
  },
  "config.distrust": {
    id: "config.distrust",
    command: "config distrust",
    group: "Start here",
    summary: "Take trust in the configuration found here away",
    effect: "mutation",
    flags: [JSON_FLAG],
    operands: [],
    load: () => import("../actions/config-distrust.ts"),
  },
  doctor: {
    id: "doctor",
    command: "doctor",
    group: "Start here",
    summary: "Look at this machine and this folder: what works, what is left over, how to mend it",
    effect: "read",
    flags: [
      { name: "workspace", value: "DIR", default: ".", summary: "the folder that is looked at" },
      { name: "state", value: "DIR", summary: "the state folder, instead of this repository's .premath" },
      CONFIG_FLAG,
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/doctor.ts"),
  },
};
