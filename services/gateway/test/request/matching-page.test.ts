import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchingPage } from '../../src/request/matching-page.ts';

/** A store of the numbers below `size`, and how many pages were read. */
function numbers(size: number) {
  const read = { pages: 0 };
  const find = async ({ limit, after = '0' }: { readonly limit: number; readonly after?: string }) => {
    read.pages += 1;
    const start = Number(after);
    const documents = Array.from({ length: Math.min(limit, size - start) }, (_, index) => start + index);
    const next = start + documents.length;
    return { documents, ...(next < size ? { next: String(next) } : {}) };
  };
  return { read, find };
}

const isEven = (n: number): boolean => n % 2 === 0;

test('pages of the store are read until the page is full', async () => {
  const { find, read } = numbers(100);
  const page = await matchingPage({ limit: 4, after: undefined, find, matches: isEven });
  assert.deepEqual(page, { documents: [0, 2, 4, 6], next: '7' });
  assert.ok(read.pages > 1);
  assert.deepEqual(await matchingPage({ limit: 2, after: '98', find, matches: isEven }), { documents: [98] });
});

test('a filter that nothing passes ends after twenty pages, with a cursor to go on', async () => {
  const { find, read } = numbers(1000);
  assert.deepEqual(await matchingPage({ limit: 5, after: undefined, find, matches: () => false }), {
    documents: [],
    next: '100',
  });
  assert.equal(read.pages, 20);
});
