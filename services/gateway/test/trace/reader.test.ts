import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTrace, readUnmatched, traceItems, traceView } from '../../src/trace/reader.ts';
import { lostLine } from '../../src/trace/sealed-lines.ts';
import { withLines } from '../../src/trace/trace-transitions.ts';
import { line, ofSession, ofTenant, openTraceWorld } from './trace-world.ts';

const NOW = Date.UTC(2030, 0, 1);

test('an entry has what the catalogue says about its reason', () => {
  const { entries } = traceView(traceItems({ count: 1, lines: [line('r1')] }));
  const { explanation, hint, ...entry } = entries[0] ?? assert.fail();
  assert.ok(typeof explanation === 'string' && typeof hint === 'string');
  assert.deepEqual(entry, {
    id: '1',
    at: '2030-01-01T00:00:00.000Z',
    step: 'token',
    request: 'r1',
    outcome: 'refused',
    reason: 'code_unknown',
    standard: { document: 'RFC 6749', section: '5.2' },
    blame: 'wallet',
  });
});

test('where the backend sent the request, the backend can change it', () => {
  const blameOf = (who: string, reason: string) => {
    const lines = [JSON.stringify({ at: NOW, request: 'r', who, reason })];
    return traceView(traceItems({ count: 1, lines })).entries[0]?.blame;
  };
  assert.deepEqual([blameOf('backend', 'body_malformed'), blameOf('wallet', 'body_malformed')], ['backend', 'wallet']);
  assert.equal(blameOf('backend', 'dependency_away'), 'operator');
});

test('a reason of another version is shown by its name', () => {
  const stored = JSON.stringify({ at: NOW, request: 'r', reason: 'of-a-newer-version' });
  const { entries } = traceView(traceItems({ count: 1, lines: [stored] }));
  assert.deepEqual([entries[0]?.reason, entries[0]?.hint], ['of-a-newer-version', undefined]);
});

test('entries are in order of time, and keep the number of their arrival', () => {
  const lines = [line('late', NOW + 5), line('early', NOW), line('later', NOW + 9)];
  const { entries } = traceView(traceItems({ count: 3, lines }));
  assert.deepEqual(
    entries.map(({ id, request }) => [id, request]),
    [
      ['2', 'early'],
      ['1', 'late'],
      ['3', 'later'],
    ],
  );
});

test('gaps: the middle of a long trace, and entries that were lost', () => {
  const all = Array.from({ length: 300 }, (_, n) => line(`r${n + 1}`, NOW + n));
  const lost = lostLine({ at: NOW + 400, lost: 7 });
  const { entries, gaps } = traceView(traceItems(withLines({ count: 0, lines: [] }, [...all, lost])));
  assert.deepEqual(gaps, [
    { after: '50', count: 101, cause: 'limit' },
    { after: '300', at: '2030-01-01T00:00:00.400Z', count: 7, cause: 'overflow' },
  ]);
  assert.deepEqual(
    [entries.length, entries[49]?.id, entries[50]?.id, entries[50]?.request],
    [199, '50', '152', 'r152'],
  );
});

test('a trace that has not changed is not read again', async (t) => {
  const world = await openTraceWorld(t);
  const of = { tenant: 'acme', session: 's' };
  assert.deepEqual(await readTrace(world, of), { rev: 0, count: 0, items: [] });
  assert.equal(await readTrace(world, of, 0), undefined);
  await world.write([ofSession('s', ['1'])]);
  const found = await readTrace(world, of, 0);
  assert.deepEqual([found?.rev, found?.count], [1, 1]);
  assert.equal(await readTrace(world, of, 1), undefined);
  assert.deepEqual((await readTrace(world, { ...of, tenant: 'other' }))?.items, []);
});

test('unmatched requests: newest first, of the time that is asked for', async (t) => {
  const world = await openTraceWorld(t);
  await world.write([ofTenant('acme', ['old'])]);
  world.time.now += 1000;
  await world.write([{ ...ofTenant('acme', []), lines: [line('1', NOW + 900), line('2', NOW + 901)] }]);
  const read = async (since: number) =>
    (await readUnmatched(world, { tenant: 'acme', platform: false, since })).entries.map(({ request }) => request);
  assert.deepEqual(await read(0), ['2', '1', 'old']);
  assert.deepEqual(await read(NOW + 1000), ['2', '1']);
});
