// refuses: TS2345
import { closeJoin, type JoinClosed, replayTurn, type Sha256, type TurnClosing, type TurnRow, type Verdict } from "#kernel";

declare const rows: readonly TurnRow[];
declare const closing: TurnClosing;
declare const sha256: Sha256;

const replay = replayTurn(rows, sha256);
export const join: Verdict<JoinClosed> | undefined =
  replay.ok && replay.turn.stage === "ToolResults" ? closeJoin(replay.turn.at, closing) : undefined;
