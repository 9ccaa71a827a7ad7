import type { Change, VectorRow } from "../vector-row.ts";
import { FULL_TURN } from "../full-turn.ts";
import { CODE_TURN } from "../golden-turns.ts";

/** Leads a call's edge somewhere, with the caller that its row then names. */
function edgeTo(id: string, parentCallId: string, seq = 0): Change {
  return ({ call }) => {
    call(id).asked.callerEdge = { parentCallId, seq };
    call(id).request.callerId = `code:${parentCallId}`;
  };
}

const edgePath = (at: number): string => `evidence.tusk.requests[${at}].callerEdge`;

/** Vectors of the class about who made a call. */
export const CALLER_ROWS: readonly VectorRow[] = [
  {
    class: "tool.programmatic_caller_edge_invalid",
    from: CODE_TURN,
    holds: "Each call of the program has an edge to it, with a step of its own.",
    cases: [
      {
        why: "In code mode the model read a file directly, and no program did.",
        change: ({ call }) => {
          const { asked, request, ran, render } = call("tc-2");
          delete asked.callerEdge;
          request.callerId = "model";
          ran.order = 1;
          render.injectionPoint = "tool_response";
        },
        trips: [["tc-2", edgePath(1)]],
      },
      {
        name: "program-called",
        why: "A program was started by a program.",
        change: (turn) => {
          turn.call("tc-3").request.toolName = "run";
          turn.call("tc-3").request.schemaDigest = turn.tool("run").schemaDigest;
          turn.call("tc-3").asked.args = { source: "read(path)" };
          turn.call("tc-3").ran.code = { stdout: "", stderr: "", traceback: "" };
        },
        trips: [["tc-3", edgePath(2)]],
      },
      {
        name: "outside-code",
        why: "In JSON mode a call claims to be made by a program.",
        from: FULL_TURN,
        change: (turn) => {
          edgeTo("tc-2", "tc-1")(turn);
          delete turn.call("tc-2").ran.order;
          turn.call("tc-2").render.injectionPoint = "code";
        },
        trips: [["tc-2", edgePath(1)]],
      },
      {
        name: "parent-runs-nothing",
        why: "A call claims to be made by another call that only read a file.",
        change: edgeTo("tc-3", "tc-2"),
        trips: [["tc-3", edgePath(2)]],
      },
      {
        name: "parent-unknown",
        why: "A call claims to be made by a program of another turn.",
        change: edgeTo("tc-3", "tc-9"),
        trips: [["tc-3", edgePath(2)]],
      },
      {
        name: "itself",
        why: "A call claims to have made itself.",
        change: edgeTo("tc-3", "tc-3"),
        trips: [["tc-3", edgePath(2)]],
      },
      {
        name: "cycle",
        why: "Two calls claim to have made each other.",
        change: (turn) => {
          edgeTo("tc-2", "tc-3")(turn);
          edgeTo("tc-3", "tc-2")(turn);
        },
        trips: [
          ["tc-2", edgePath(1)],
          ["tc-3", edgePath(2)],
        ],
      },
      {
        name: "step-repeated",
        why: "Two calls claim the same step of the same program.",
        change: edgeTo("tc-3", "tc-1", 0),
        trips: [["tc-3", edgePath(2)]],
      },
      {
        name: "caller-id",
        why: "The row names the model as caller, and the edge leads to a program.",
        forge: ({ call }) => {
          call("tc-3").request.callerId = "model";
        },
        trips: [["tc-3", "evidence.toolRequests[2].callerId"]],
      },
    ],
  },
];
