/** The words of a text that are parted by one space each: long lists stay readable. */
export function wordList(text: string): readonly string[] {
  return text.split(" ");
}
