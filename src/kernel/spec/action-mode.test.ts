import { expect, test } from "vitest";
import {
  ACTION_MODES,
  type ActionMode,
  ADAPTER_PROFILES,
  admitsCalls,
  parseActionMode,
  parseAdapterProfile,
  toolAccess,
} from "./action-mode.ts";

test("code composes calls and shows what the program wrote; json and text make one call per action (K12)", () => {
  expect(ACTION_MODES).toEqual({
    code: {
      callsPerAction: "many",
      adapterProfile: "none",
      callerEdges: "allowed",
      evidence: ["stdout", "stderr", "traceback"],
    },
    json: { callsPerAction: "one", adapterProfile: "none", callerEdges: "forbidden", evidence: [] },
    text: { callsPerAction: "one", adapterProfile: "required", callerEdges: "forbidden", evidence: ["adapterProfile"] },
  });
});

test.each<[ActionMode, readonly number[]]>([
  ["code", [0, 1, 2, 100]],
  ["json", [0, 1]],
  ["text", [0, 1]],
])("%s admits so many calls in one action: %j (K12)", (mode, counts) => {
  expect([-1, 0, 0.5, 1, 2, 100, Number.NaN].filter((calls) => admitsCalls(mode, calls))).toEqual(counts);
});

test("text without a profile is observe-only, with one it is callable; the others need none (R19)", () => {
  expect(toolAccess({ mode: "text", adapterProfile: undefined })).toBe("observe_only");
  expect(toolAccess({ mode: "text", adapterProfile: "fenced_json.v1" })).toBe("callable");
  expect(toolAccess({ mode: "json" })).toBe("callable");
  expect(toolAccess({ mode: "code" })).toBe("callable");
});

test("there are two adapter profiles, by name (R19)", () => {
  expect(ADAPTER_PROFILES).toEqual(["fenced_json.v1", "xml_tag.v1"]);
  expect(ADAPTER_PROFILES.map(parseAdapterProfile)).toEqual(ADAPTER_PROFILES);
  expect(["fenced_json", "fenced_json.v2", "", "0", "length"].map(parseAdapterProfile)).toEqual(
    Array(5).fill(undefined),
  );
});

test("only the listed words are modes, exactly as written (K12)", () => {
  expect(["code", "json", "text"].map(parseActionMode)).toEqual(["code", "json", "text"]);
  expect(["JSON", " json", "", "toString", "__proto__"].map(parseActionMode)).toEqual(Array(5).fill(undefined));
});
