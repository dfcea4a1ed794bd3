import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Problem } from '../../../src/api/problem.ts';
import { exportRecords } from '../../../src/pages/audit/export-records.ts';

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

test('an export has every page of the filter, in order', async () => {
  const asked: string[] = [];
  const pages = [
    new Response('{"id":1}\n{"id":2}\n', { headers: { link: '<https://x.example/audit?after=c2>; rel="next"' } }),
    new Response('{"id":3}\n'),
  ];
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    return pages[asked.length - 1] ?? Response.error();
  };
  const counts: number[] = [];
  const signal = new AbortController().signal;
  const content = await exportRecords({ query: { session: 's1' }, signal, onCount: (count) => counts.push(count) });
  assert.equal(await content.text(), '{"id":1}\n{"id":2}\n{"id":3}\n');
  assert.deepEqual(counts, [2, 3]);
  assert.deepEqual(asked, ['/audit?session=s1&limit=1000', '/audit?session=s1&limit=1000&after=c2']);
});

test('an export is whole or none', async () => {
  let calls = 0;
  globalThis.fetch = async () => {
    calls += 1;
    if (calls === 2) return Response.json({}, { status: 503 });
    return new Response('{"id":1}\n', { headers: { link: '<https://x.example/audit?after=c2>; rel="next"' } });
  };
  const given = { query: {}, signal: new AbortController().signal, onCount: () => undefined };
  await assert.rejects(exportRecords(given), Problem);
});
