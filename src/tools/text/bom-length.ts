/** Bytes of the byte order mark that a text begins with; 0 without one. */
export function bomLength(head: Uint8Array): 0 | 3 {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}
