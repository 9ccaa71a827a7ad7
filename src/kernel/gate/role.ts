/** Whether a name means this role: its id, or its kind for all of that kind. */
export function isRole(role: { readonly kind: string; readonly id: string }, name: string): boolean {
  return name === role.id || name === role.kind;
}
