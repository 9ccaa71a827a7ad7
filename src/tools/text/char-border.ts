/** How many of these bytes are whole characters of at most `units` UTF-16 units: no character is split in either form. */
export function charBorder(bytes: Uint8Array, units: number): number {
  let at = 0;
  let left = units;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    // Only a character of four bytes takes two units.
    const taken = length === 4 ? 2 : 1;
    if (taken > left || at + length > bytes.length) return at;
    left -= taken;
    at += length;
  }
  return at;
}

/** Bytes of the character at `at`, also when its end is not among these bytes; 1 for a byte that starts none. */
export function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1;
  for (let next = at + 1; next < Math.min(at + length, bytes.length); next++)
    if (!continues(lead, next - at, bytes[next] ?? 0)) return 1;
  return length;
}

/** Whether a byte can stand `place` behind its lead: the second one excludes overlong forms, surrogates and what lies past U+10FFFF. */
function continues(lead: number, place: number, byte: number): boolean {
  if (byte < 0x80 || byte > 0xbf) return false;
  if (place > 1) return true;
  if (lead === 0xe0) return byte >= 0xa0;
  if (lead === 0xed) return byte < 0xa0;
  if (lead === 0xf0) return byte >= 0x90;
  return lead !== 0xf4 || byte < 0x90;
}
