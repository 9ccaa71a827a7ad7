import {
  isJsonObject,
  type Json,
  readReply,
  type ReplyProblems,
  type ReadReply,
  type ReplyReading,
  type Sha256,
} from "#kernel";
import { rawText } from "./raw-text.ts";

/** A reply that was read where it came in: what is recorded of it is what the run goes on with, whatever its maker says the next time. */
export class ReadAlready {
  readonly reading: ReplyReading;
  /** What it looked like, where it could not be used. */
  readonly raw: string;
  constructor(reading: ReplyReading, raw: string) {
    this.reading = reading;
    this.raw = raw;
  }

  /** Reads what a model gave. */
  static of(given: unknown, sha256: Sha256): ReadAlready {
    const reading = readReply(given, sha256);
    return new ReadAlready(reading, reading.ok ? "" : rawText(given).toWellFormed());
  }

  /** What {@link ReadAlready.taped} wrote of a reply that could not be used; undefined for anything else. */
  static untaped(unread: Json | undefined): ReadAlready | undefined {
    const { problems, more, raw } = isJsonObject(unread) ? unread : {};
    if (!isProblems(problems) || typeof more !== "number" || typeof raw !== "string") return undefined;
    return new ReadAlready({ ok: false, problems, more }, raw);
  }

  /** As JSON, whatever it was: everything that was read of it, or what was wrong with it. */
  taped(): Json {
    const { reading, raw } = this;
    if (!reading.ok) {
      const { problems, more } = reading;
      return { kind: "reply", unread: { problems: problems.map((problem) => ({ ...problem })), more, raw } };
    }
    const { blocks, stopReason, usage } = reading.reply;
    const reply = { blocks: blocks.map((block) => ({ ...block })), stopReason, usage: { ...usage } };
    return { kind: "reply", reply: { ...reply, ...originOf(reading.reply) } };
  }
}

/** What a reply says of where it came from; nothing where it says nothing. */
export function originOf({ responseId, rawDigest }: ReadReply): Pick<ReadReply, "responseId" | "rawDigest"> {
  return {
    ...(responseId === undefined ? {} : { responseId }),
    ...(rawDigest === undefined ? {} : { rawDigest }),
  };
}

/** The reading of what a model gave, once. */
export function readingOf(given: unknown, sha256: Sha256): ReplyReading {
  return given instanceof ReadAlready ? given.reading : readReply(given, sha256);
}

function isProblems(value: unknown): value is ReplyProblems {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((row: Json) => isJsonObject(row) && PARTS.every((part) => typeof row[part] === "string"));
}

const PARTS = ["kind", "where", "what"] as const;
