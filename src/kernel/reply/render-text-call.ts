import type { Utf8 } from "../json/utf8.ts";
import type { AdapterProfile } from "../spec/action-mode.ts";
import { readTextCalls } from "./read-text-calls.ts";
import type { TextCall } from "./text-profile.ts";

const WRITERS: Readonly<Record<AdapterProfile, (call: TextCall) => string>> = {
  "fenced_json.v1": ({ tool, argumentsText }) =>
    `\`\`\`tool\n{"tool":${JSON.stringify(tool)},"args":${argumentsText}}\n\`\`\``,
  "xml_tag.v1": ({ tool, argumentsText }) => `<tool name="${tool}">${argumentsText}</tool>`,
};

/** A call as its profile writes it, on lines of its own; undefined when it would be read back as anything but this one call. */
export function renderTextCall(profile: AdapterProfile, call: TextCall, utf8: Utf8): string | undefined {
  const text = WRITERS[profile](call);
  const reading = readTextCalls(profile, text, utf8);
  if (!reading.ok || reading.calls.length !== 1) return undefined;
  return reading.calls[0]?.tool === call.tool ? text : undefined;
}
