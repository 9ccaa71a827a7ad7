/** Members that may be absent, without those that are. */
type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined | null> };

/** The members that say something, in their order: artifacts leave out what is absent, null or an empty list (contract 2.1, 2.4). */
export function presentMembers<T extends object>(members: T): Present<T> {
  const said = Object.entries(members).filter(([, value]) => value !== undefined && value !== null && !isEmpty(value));
  // Only members of `T` that have a value are left.
  return Object.fromEntries(said) as Present<T>;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
