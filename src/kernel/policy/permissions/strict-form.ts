/** What a text may be made of from a place on: where it ends, or undefined if it is not there. What was taken is never given back. */
export type StrictForm = (text: string, at: number) => number | undefined;

/** A form, or the source of a regular expression that is one. */
type Part = StrictForm | string;

function formOf(part: Part): StrictForm {
  if (typeof part !== "string") return part;
  const piece = new RegExp(part, "y");
  return (text, at) => {
    piece.lastIndex = at;
    return piece.test(text) ? piece.lastIndex : undefined;
  };
}

/** One form behind the other, all of them. */
export function inOrder(...parts: readonly Part[]): StrictForm {
  const forms = parts.map(formOf);
  return (text, at) => {
    let end: number | undefined = at;
    for (const form of forms) {
      end = form(text, end);
      if (end === undefined) return undefined;
    }
    return end;
  };
}

/** The first of the forms that is there. */
export function firstOf(...parts: readonly Part[]): StrictForm {
  const forms = parts.map(formOf);
  return (text, at) => {
    for (const form of forms) {
      const end = form(text, at);
      if (end !== undefined) return end;
    }
    return undefined;
  };
}

/** The form, or nothing. */
export function maybe(...parts: readonly Part[]): StrictForm {
  const form = inOrder(...parts);
  return (text, at) => form(text, at) ?? at;
}

/** The form as often as it is there, also never. */
export function anyNumberOf(...parts: readonly Part[]): StrictForm {
  const form = inOrder(...parts);
  return (text, at) => {
    let end = at;
    for (let next = form(text, end); next !== undefined && next > end; next = form(text, end)) end = next;
    return end;
  };
}
