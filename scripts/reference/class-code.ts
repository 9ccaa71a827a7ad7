import { bodyAt, endOfStatement, next, skipBalanced, startOfInitializer } from "./scan-source.ts";

const HIDDEN = /^(?:static )?(?:readonly )?#|^(?:private|protected) |^static;$/;

/** A class as whoever uses it sees it: what is private is left out, bodies and values too. */
export function classCode(
  text: string,
  start: number,
  { withConstructor }: { readonly withConstructor: boolean },
): string {
  const open = text.indexOf("{", start);
  const members = membersOf(text, open)
    .filter((member) => !HIDDEN.test(member.code))
    .filter((member) => withConstructor || !member.code.startsWith("constructor"));
  const head = text.slice(start, open).trimEnd();
  if (members.length === 0) return `${head} {}`;
  const lines = members.map(({ comment, code }) => `${comment === "" ? "" : `  ${comment}\n`}  ${code}`);
  return `${head} {\n${lines.join("\n")}\n}`;
}

interface Member {
  readonly comment: string;
  readonly code: string;
}

function membersOf(text: string, open: number): readonly Member[] {
  const end = skipBalanced(text, open) - 1;
  const members: Member[] = [];
  let comment = "";
  let here = open + 1;
  while (here < end) {
    if (/\s/.test(text[here] ?? "")) here++;
    else if (text.startsWith("/", here)) {
      const behind = next(text, here);
      comment = text.startsWith("/**", here) ? text.slice(here, behind) : "";
      here = behind;
    } else {
      const member = memberAt(text, here);
      members.push({ comment, code: member.code });
      comment = "";
      here = member.end;
    }
  }
  return members;
}

/** A field ends with its semicolon, anything else with its body. */
function memberAt(text: string, at: number): { readonly code: string; readonly end: number } {
  const value = startOfInitializer(text, at);
  const body = bodyAt(text, at);
  if (body < value) {
    const code = `${text.slice(at, body).trimEnd()};`.replace(/^override /, "").replace(/^async /, "");
    return { code, end: text[body] === "{" ? skipBalanced(text, body) : body + 1 };
  }
  const end = endOfStatement(text, at);
  const field = text.slice(at, value).trimEnd();
  const code = /:/.test(field) ? `${field};` : text.slice(at, end);
  return { code: code.replace(/^override /, ""), end };
}
