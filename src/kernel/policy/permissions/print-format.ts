/** What may follow a `%`: no `n`, which sets a variable, and no time in parentheses. */
const DIRECTIVE = /%(?:%|[-+ #0']*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?[hlLjzt]*[diouxXfFeEgGaAcsbqQ])/g;

/** Whether a format for printf only prints. */
export function isPlainFormat(format: string): boolean {
  return !format.replaceAll(DIRECTIVE, "").includes("%");
}
