import { describe, expect, test } from "vitest";
import {
  type AlteredCase,
  digestOf,
  expectedOf,
  outcomeOf,
  tripsFor,
  type TurnDraft,
} from "../../../../../conformance/altered-turn.ts";
import { BARE_PLAN, planned, turnOf } from "../../../../../conformance/planned-turn.ts";

const edge = tripsFor("tool.programmatic_caller_edge_invalid");
const caller = tripsFor("tool.caller_not_allowed", "continue");
const unknown = tripsFor("tool.unknown_or_disallowed", "continue");

/** Two programs; the first calls two tools, the second one. */
const CODE_TURN = turnOf({
  ...BARE_PLAN,
  mode: "code",
  calls: [planned("python"), planned("read"), planned("web"), planned("python"), planned("read")],
});

/** An edge with the caller that goes with it. */
function edgeTo({ call }: TurnDraft, id: string, parentCallId: string, seq: number): void {
  call(id).asked.callerEdge = { parentCallId, seq };
  call(id).request.callerId = `code:${parentCallId}`;
}

describe("tool.programmatic_caller_edge_invalid (000 §4.3)", () => {
  test.each<AlteredCase>([
    { when: "edges from tools to their programs hold", turn: CODE_TURN, change: () => undefined },
    {
      when: "a call in code mode without an edge trips, even when its caller is named",
      turn: CODE_TURN,
      change: ({ call }) => {
        delete call("tc-1").asked.callerEdge;
        call("tc-1").render.injectionPoint = "tool_response";
        call("tc-1").ran.order = 1;
      },
      trips: [edge("tc-1", "evidence.tusk.requests[1].callerEdge", "a call in code mode has no edge to its program")],
    },
    {
      when: "an edge outside code mode trips",
      change: (turn) => {
        turn.tool("bash").effects = ["shell", "code"];
        edgeTo(turn, "tc-1", "tc-3", 0);
        turn.call("tc-1").render.injectionPoint = "code";
        turn.call("tc-3").ran.code = { stdout: "", stderr: "", traceback: "" };
      },
      trips: [edge("tc-1", "evidence.tusk.requests[0].callerEdge", "an edge in json mode")],
    },
    {
      when: "a program that is called by a program trips",
      turn: CODE_TURN,
      change: (turn) => {
        edgeTo(turn, "tc-3", "tc-0", 9);
        turn.call("tc-3").render.injectionPoint = "code";
      },
      trips: [
        edge("tc-3", "evidence.tusk.requests[3].callerEdge", "a program is called by the model, not by a program"),
      ],
    },
    {
      when: "a call that is its own caller trips",
      turn: CODE_TURN,
      change: (turn) => {
        edgeTo(turn, "tc-1", "tc-1", 1);
      },
      trips: [edge("tc-1", "evidence.tusk.requests[1].callerEdge", "the call is its own caller")],
    },
    {
      when: "a cycle of callers trips at each of its calls",
      turn: CODE_TURN,
      change: (turn) => {
        edgeTo(turn, "tc-1", "tc-2", 1);
        edgeTo(turn, "tc-2", "tc-1", 2);
      },
      trips: [
        edge("tc-1", "evidence.tusk.requests[1].callerEdge", "its caller tc-2 runs no program"),
        edge("tc-2", "evidence.tusk.requests[2].callerEdge", "its caller tc-1 runs no program"),
      ],
    },
    {
      when: "a caller that is no call of this turn trips",
      turn: CODE_TURN,
      change: (turn) => {
        edgeTo(turn, "tc-1", "tc-9", 1);
      },
      trips: [edge("tc-1", "evidence.tusk.requests[1].callerEdge", "its caller tc-9 is no call of this turn")],
    },
    {
      when: "a caller without the effect code trips",
      turn: CODE_TURN,
      change: (turn) => {
        edgeTo(turn, "tc-2", "tc-1", 2);
      },
      trips: [edge("tc-2", "evidence.tusk.requests[2].callerEdge", "its caller tc-1 runs no program")],
    },
    {
      when: "an edge to an unknown tool trips, and the unknown tool trips only its own class",
      turn: CODE_TURN,
      change: ({ call }) => {
        Object.assign(call("tc-3").request, { toolName: "ruby" });
      },
      trips: [
        unknown("tc-3", "evidence.toolRequests[3].toolName", "ruby is in no row of the catalog"),
        edge("tc-4", "evidence.tusk.requests[4].callerEdge", "its caller tc-3 runs no program"),
      ],
    },
    {
      when: "an unknown tool in code mode trips only its own class, with an edge or without",
      turn: CODE_TURN,
      change: ({ call }) => {
        for (const id of ["tc-1", "tc-2"]) Object.assign(call(id).request, { toolName: "ruby" });
        delete call("tc-2").asked.callerEdge;
        Object.assign(call("tc-2").request, { callerId: "model" });
        call("tc-2").render.injectionPoint = "tool_response";
        call("tc-2").ran.order = 1;
      },
      trips: [
        unknown("tc-1", "evidence.toolRequests[1].toolName", "ruby is in no row of the catalog"),
        unknown("tc-2", "evidence.toolRequests[2].toolName", "ruby is in no row of the catalog"),
      ],
    },
    {
      when: "a step that repeats another's of the same program trips at the second",
      turn: CODE_TURN,
      change: (turn) => {
        edgeTo(turn, "tc-2", "tc-0", 1);
      },
      trips: [edge("tc-2", "evidence.tusk.requests[2].callerEdge", "its step repeats another's")],
    },
    {
      when: "the same step of another program holds",
      turn: CODE_TURN,
      change: (turn) => {
        edgeTo(turn, "tc-4", "tc-3", 1);
      },
    },
    {
      when: "programs and steps are told apart, whatever their ids end with",
      turn: CODE_TURN,
      change: (turn) => {
        edgeTo(turn, "tc-1", "tc-0", 11);
        edgeTo(turn, "tc-2", "tc-0", 1);
      },
    },
    {
      when: "a caller that is not the edge's trips",
      turn: CODE_TURN,
      change: ({ call }) => {
        call("tc-1").request.callerId = "code:tc-3";
      },
      trips: [edge("tc-1", "evidence.toolRequests[1].callerId", "the caller is code:tc-0, the row says code:tc-3")],
    },
    {
      when: "a call of the model that names a program as its caller trips",
      change: ({ call }) => {
        call("tc-1").request.callerId = "code:tc-3";
      },
      trips: [edge("tc-1", "evidence.toolRequests[0].callerId", "the caller is model, the row says code:tc-3")],
    },
    {
      when: "a call that names no caller trips",
      change: ({ call }) => {
        delete call("tc-1").request.callerId;
      },
      trips: [edge("tc-1", "evidence.toolRequests[0].callerId", "the caller is model, the row says nobody")],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });
});

describe("tool.caller_not_allowed (000 §3)", () => {
  test.each<AlteredCase>([
    {
      when: "a tool for programs only may not be called by the model",
      change: ({ tool }) => {
        tool("read").allowedCallers = ["code"];
      },
      trips: [caller("tc-1", "evidence.tusk.requests[0].callerEdge", "read may be called by code, not by model")],
    },
    {
      when: "a tool for the model only may not be called by a program",
      turn: CODE_TURN,
      change: ({ tool }) => {
        tool("web").allowedCallers = ["model"];
      },
      trips: [caller("tc-2", "evidence.tusk.requests[2].callerEdge", "web may be called by model, not by code")],
    },
    {
      when: "a tool that nobody may call trips",
      change: ({ tool }) => {
        tool("read").allowedCallers = [];
      },
      trips: [caller("tc-1", "evidence.tusk.requests[0].callerEdge", "read may be called by nobody, not by model")],
    },
    {
      when: "a caller whose edge is not valid is not judged a second time",
      turn: CODE_TURN,
      change: (turn) => {
        turn.tool("web").allowedCallers = ["model"];
        edgeTo(turn, "tc-2", "tc-2", 2);
      },
      trips: [edge("tc-2", "evidence.tusk.requests[2].callerEdge", "the call is its own caller")],
    },
  ])("$when", (given) => {
    // A search names the catalog it was made in; a changed catalog needs the search made again.
    expect(outcomeOf({ ...given, change: (turn) => (given.change(turn), searchedAgain(turn)) })).toEqual(
      expectedOf(given),
    );
  });
});

/** Every search made again in the catalog as it is now. */
function searchedAgain(turn: TurnDraft): void {
  const { tusk, spec, call } = turn;
  for (const { toolCallId, searchRef } of tusk.requests) {
    if (searchRef === undefined) continue;
    searchRef.catalogDigest = digestOf(spec.catalog);
    call(toolCallId).request.searchRefDigest = digestOf(searchRef);
  }
}
