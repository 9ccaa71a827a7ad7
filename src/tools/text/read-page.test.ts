import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lineEndingsOf } from "../edit/text-file.ts";
import { bytesSource } from "./byte-source.ts";
import { readPage, type TextPage } from "./read-page.ts";

const { signal } = new AbortController();

function pageOf(text: string | Buffer, { offset = 1, limit = 2000, toEnd = true } = {}): Promise<TextPage> {
  return readPage(bytesSource(Buffer.from(text)), { offset, limit, start: 0, toEnd, signal });
}

/** All pages of a text, read one after the other. */
async function pagesOf(
  text: string,
  options: { readonly limit: number; readonly toEnd: boolean },
): Promise<readonly TextPage[]> {
  const pages: TextPage[] = [];
  for (let offset = 1; ;) {
    const page = await pageOf(text, { ...options, offset });
    pages.push(page);
    if (!page.more) return pages;
    offset += page.lines;
  }
}

const texts = fc
  .array(fc.constantFrom("a", "é", "😀", "\n", "\r\n", "\r", "word ", "\0"), { maxLength: 60 })
  .map((parts) => parts.join(""));

test("the pages of any text, put together, are the text, and its lines and line ends are told", async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (text, limit, toEnd) => {
      const pages = await pagesOf(text, { limit, toEnd });
      expect(pages.map(({ content }) => content).join("")).toBe(text);
      const lines = text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
      expect(pages.reduce((sum, page) => sum + page.lines, 0)).toBe(lines);
      if (toEnd)
        for (const { total, endings } of pages) expect([total, endings]).toStrictEqual([lines, lineEndingsOf(text)]);
    }),
  );
});

test("characters and line ends that lie across the parts in which bytes are read are not torn", async () => {
  const unit = "€".repeat(333) + "\r\n";
  const text = unit.repeat(300);
  expect(Buffer.byteLength(text)).toBeGreaterThan(4 * 64 * 1024);
  const pages = await pagesOf(text, { limit: 2000, toEnd: false });
  expect(pages.map(({ content }) => content).join("")).toBe(text);
  expect(pages.map(({ endings, lossy }) => [endings, lossy])).toStrictEqual(pages.map(() => ["crlf", false]));
});

test("a page has at most 24,000 bytes, whole lines, and at least one", async () => {
  const page = await pageOf(`${"x".repeat(999)}\n`.repeat(50));
  expect(page).toMatchObject({ lines: 24, more: true, total: 50, clipped: 0 });
  expect(page.content).toBe(`${"x".repeat(999)}\n`.repeat(24));
});

test("a page that grows as JSON is shorter: it passes the truncation of results whole", async () => {
  const page = await pageOf(`${"\u0001".repeat(99)}\n`.repeat(240));
  expect(page.more).toBe(true);
  expect(JSON.stringify(page.content).length).toBeLessThanOrEqual(30_000);
});

test("a line of more than 2,000 characters is clipped between characters and says how many bytes are missing", async () => {
  const line = `a${"😀".repeat(1500)}`;
  const page = await pageOf(`${line}\r\nnext\n`);
  expect(page).toMatchObject({ lines: 2, clipped: 1, lossy: false, endings: "mixed" });
  expect(page.content).toBe(`a${"😀".repeat(999)}… [2004 bytes more in this line]\r\nnext\n`);
});

test("bytes that are no UTF-8 are told", async () => {
  const page = await pageOf(Buffer.from([0x61, 0xf0, 0x9f, 0x98, 0x0a]));
  expect([page.content, page.lossy]).toStrictEqual(["a\uFFFD\n", true]);
});

test("an aborted call stops reading", async () => {
  const source = bytesSource(Buffer.alloc(20 * 1024 * 1024, 0x61));
  const aborted = AbortSignal.abort(new Error("stop"));
  await expect(readPage(source, { offset: 1, limit: 1, start: 0, toEnd: true, signal: aborted })).rejects.toThrow(
    "stop",
  );
});
