import { randomBytes } from "node:crypto";

/** A name for a session that a person can read and type the beginning of: when it began, and a little chance. */
export function newSessionId(now: string): string {
  const [, year, month, day, hour, minute, second] = /^(\d+)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(now) ?? [];
  return `${year}${month}${day}-${hour}${minute}${second}-${randomBytes(3).toString("hex")}`;
}
