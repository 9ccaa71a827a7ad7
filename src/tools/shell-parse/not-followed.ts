/** What is said of parts of a script that are never followed, by the grammar's names for them. */
export const NOT_FOLLOWED: Readonly<Record<string, string>> = {
  ERROR: "it is not what the grammar of bash takes",
  command_substitution: "it runs a command to make a word",
  process_substitution: "it runs a command to make a file",
  simple_expansion: "it holds a variable",
  expansion: "it holds a variable",
  arithmetic_expansion: "it computes",
  heredoc_redirect: "it holds a document of its own",
  file_redirect: "it writes to a file or a stream",
  variable_assignment: "it sets a variable",
  variable_assignments: "it sets variables",
  declaration_command: "it sets a variable",
  unset_command: "it unsets a variable",
  function_definition: "it defines a function",
  for_statement: "it loops",
  c_style_for_statement: "it loops",
  while_statement: "it loops",
  if_statement: "it branches",
  case_statement: "it branches",
  compound_statement: "it groups commands in braces",
  negated_command: "it turns a result around",
  ansi_c_string: "it holds a $'…' string",
  translated_string: 'it holds a $"…" string',
  brace_expression: "it holds braces that make several words",
  "&": "it runs in the background",
};

/** One sentence on a part of a script, by its kind. */
export function notFollowed(kind: string): string {
  return Object.hasOwn(NOT_FOLLOWED, kind) ? (NOT_FOLLOWED[kind] ?? "") : `it holds ${kind.replaceAll("_", " ")}`;
}
