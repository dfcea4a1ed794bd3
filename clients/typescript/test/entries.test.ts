import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entries, type PageQuery } from '../src/entries.ts';
import { CountersignError } from '../src/problem.ts';

const next = (cursor: string) => ({ headers: { link: `</session?limit=2&after=${cursor}>; rel="next"` } });

function pages(...script: readonly { data?: number[]; error?: unknown; response: Response }[]) {
  const asked: PageQuery[] = [];
  const left = [...script];
  const pageOf = async (query: PageQuery) => {
    asked.push(query);
    const page = left.shift();
    if (page === undefined) throw new Error('no page is left');
    return page;
  };
  return { asked, pageOf };
}

test('every entry is read, also behind an empty page', async () => {
  const { asked, pageOf } = pages(
    { data: [1, 2], response: new Response('', next('a%2Bb')) },
    { data: [], response: new Response('', next('c')) },
    { data: [3], response: new Response('') },
  );
  const read: number[] = [];
  for await (const entry of entries(pageOf)) read.push(entry);
  assert.deepEqual(read, [1, 2, 3]);
  assert.deepEqual(asked, [{}, { after: 'a+b' }, { after: 'c' }]);
});

test('the next page is only fetched when it is needed', async () => {
  const { asked, pageOf } = pages({ data: [1, 2], response: new Response('', next('a')) });
  for await (const entry of entries(pageOf)) if (entry === 2) break;
  assert.equal(asked.length, 1);
});

test('a refused page is an error', async () => {
  const { pageOf } = pages(
    { data: [1], response: new Response('', next('a')) },
    { error: { detail: 'd', status: 400 }, response: new Response('', { status: 400 }) },
  );
  const read = async () => {
    for await (const _ of entries(pageOf));
  };
  await assert.rejects(read, CountersignError);
});
