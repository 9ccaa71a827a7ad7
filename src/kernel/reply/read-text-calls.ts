import type { Utf8 } from "../json/utf8.ts";
import type { AdapterProfile } from "../spec/action-mode.ts";
import { closesFence, type Fence, openedFence, rivals } from "./fence.ts";
import { FENCED_JSON } from "./fenced-json.ts";
import { lineAt, type TextCall, type TextFault, type TextLine, type TextProfile } from "./text-profile.ts";
import { XML_TAG } from "./xml-tag.ts";

const PROFILES: Readonly<Record<AdapterProfile, TextProfile>> = {
  "fenced_json.v1": FENCED_JSON,
  "xml_tag.v1": XML_TAG,
};

/** The calls of a text in their order, and whether its last fence is still open; or the first thing that can be read in two ways. */
export type TextReading =
  | { readonly ok: true; readonly calls: readonly TextCall[]; readonly open: boolean }
  | { readonly ok: false; readonly fault: TextFault };

/**
 * Reads the calls that a text makes by a named profile (R19). What a fence quotes is no call. The first fault ends the reading:
 * behind it nobody knows what is quoted. Time grows with the text, not faster.
 */
export function readTextCalls(name: AdapterProfile, text: string, utf8: Utf8): TextReading {
  const profile = PROFILES[name];
  const calls: TextCall[] = [];
  const quoting: Quoting = {};
  for (let at = 0; at < text.length;) {
    const line = lineAt(text, at);
    at = line.next;
    const fence = openedFence(line.text);
    const found = quoting.fence === undefined ? profile.find({ text, utf8 }, line, fence) : undefined;
    const fault = found === undefined ? quote(quoting, profile, { line, fence }) : undefined;
    if (fault !== undefined) return { ok: false, fault };
    if (found === undefined) continue;
    if ("fault" in found) return { ok: false, fault: found };
    calls.push(found.call);
    at = found.next;
  }
  const fault = doubtAbout(quoting, calls);
  return fault === undefined ? { ok: true, calls, open: quoting.fence !== undefined } : { ok: false, fault };
}

/** What is open, and what was seen in it. */
interface Quoting {
  fence?: Fence | undefined;
  /** Where the open fence quotes what would be a call. */
  call?: number | undefined;
  /** Where a fence seemed to open in another of the same length. */
  nested?: number | undefined;
}

/** Takes in a line that is no call: it opens a fence, closes one, is quoted by one, or is prose. */
function quote(
  quoting: Quoting,
  profile: TextProfile,
  { line, fence: found }: { readonly line: TextLine; readonly fence: Fence | undefined },
): TextFault | undefined {
  const { fence } = quoting;
  if (fence === undefined || closesFence(found, fence)) {
    quoting.fence = fence === undefined ? found : undefined;
    quoting.call = undefined;
    return undefined;
  }
  const isCall = profile.beginsCall(line.text, found);
  if (found !== undefined && rivals(found, fence)) {
    if (isCall && profile.fenced) return { fault: "fence_in_fence", at: line.start };
    quoting.nested ??= line.start;
  }
  if (isCall) quoting.call ??= line.start;
  return undefined;
}

/** A call that may have been quoted, or a quote that may have been a call. */
function doubtAbout({ fence, call, nested }: Quoting, calls: readonly TextCall[]): TextFault | undefined {
  if (fence !== undefined && call !== undefined) return { fault: "fence_unclosed", at: call };
  return nested !== undefined && calls.length > 0 ? { fault: "fence_in_fence", at: nested } : undefined;
}
