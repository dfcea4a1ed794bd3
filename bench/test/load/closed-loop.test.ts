/** The closed loop: how many flows run, when they start, and how they are reported. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { type Call, type Load, measure, percentile, summaryLine } from '@countersign/bench/load/closed-loop';

function loadOf(
  flow: (call: Call<'a'>, number: number) => Promise<number>,
  url = 'http://127.0.0.1:1',
): Load<'a', number> {
  const memory = { all: 1, own: 1, mapped: 0 };
  const server = { url, apiKey: '', cpu: () => 5, memory: () => memory, stop: async () => undefined };
  return { server, steps: ['a'], flow };
}

test('each flow runs once, with its number, at most as many at once as wanted', async () => {
  let [now, most] = [0, 0];
  const load = loadOf(async (_, number) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((done) => setImmediate(done));
    now -= 1;
    return number;
  });
  const { count, whole, outcomes, cpu } = await measure(load, 20, 4);
  assert.deepEqual([count, whole.length, most, cpu], [20, 20, 4, 0]);
  assert.deepEqual(
    [...outcomes].sort((a, b) => a - b),
    [...Array(20).keys()],
  );
});

test('a run ends after its time, and flows under way end', async () => {
  const load = loadOf(async (_, number) => {
    await new Promise((done) => setTimeout(done, 5));
    return number;
  });
  const { count } = await measure(load, 1_000_000, 2, { seconds: 0.05 });
  assert.ok(count >= 2 && count < 1000, String(count));
});

test('at a rate a flow is measured from the moment when it was due', async () => {
  const load = loadOf(async (_, number) => {
    await new Promise((done) => setTimeout(done, 20));
    return number;
  });
  // One at a time: each flow takes longer than the pause between starts, so delays add up.
  const { whole } = await measure(load, 4, 1, { rate: 200 });
  const [first = 0, , , last = 0] = whole;
  assert.ok(last > first + 20, `${whole}`);
});

test('progress is the number of flows that have ended', async () => {
  const seen: number[] = [];
  await measure(
    loadOf(async (_, number) => number),
    3,
    1,
    { progress: (done) => seen.push(done) },
  );
  assert.deepEqual(seen, [1, 2, 3]);
});

test('a call checks the status, and reads JSON, texts and redirects', async () => {
  const server = createServer(({ url }, response) => {
    if (url === '/json') response.setHeader('content-type', 'application/json').end('{"a":1}');
    else if (url === '/text') response.end('text');
    else if (url === '/go') response.writeHead(302, { location: 'https://wallet.example/?code=1' }).end();
    else response.writeHead(500).end('broken');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const got: unknown[] = [];
  const flow = async (call: Call<'a'>): Promise<number> => {
    got.push(await call('a', 'GET', '/json', 200), await call('a', 'GET', '/text', [201, 200]));
    got.push(await call('a', 'GET', '/go', 302));
    return got.length;
  };
  const { steps } = await measure(loadOf(flow, url), 1, 1);
  assert.deepEqual(got, [{ a: 1 }, 'text', 'https://wallet.example/?code=1']);
  assert.equal(steps.get('a')?.length, 3);
  const failing = loadOf(async (call) => call('a', 'GET', '/other', 200), url);
  await assert.rejects(measure(failing, 1, 1), /a answered 500: broken/);
  server.closeAllConnections();
  server.close();
});

test('percentiles of times in any order', () => {
  assert.deepEqual(
    [0, 0.5, 0.99, 1].map((share) => percentile([3, 1, 2, 4], share)),
    [1, 3, 4, 4],
  );
  assert.equal(percentile([], 0.5), 0);
});

test('the summary of a run, as other programs read it', () => {
  assert.equal(
    summaryLine(8, { count: 426, seconds: 2, cpu: 2249.28 }),
    'c=8: 213 flows/s, 5.28 ms CPU of the server per flow',
  );
  assert.equal(summaryLine(4, { count: 10, seconds: 2, cpu: Number.NaN }), 'c=4: 5 flows/s, CPU of the server unknown');
});
