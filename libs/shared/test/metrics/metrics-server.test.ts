/** The port of the metrics: one path, no idle connections. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openMetricsServer } from '../../src/metrics/metrics-server.ts';

async function open(t: TestContext, scrape = async () => ({ contentType: 'text/plain', body: 'up 1\n' })) {
  const server = await openMetricsServer({ host: '127.0.0.1', port: 0 }, { scrape });
  t.after(() => server.close());
  return server;
}

test('GET /metrics answers, with a query too; every other request is 404', async (t) => {
  const { port } = await open(t);
  const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
  const answer = await get('/metrics?x=1');
  assert.deepEqual([answer.status, await answer.text(), answer.headers.get('connection')], [200, 'up 1\n', 'close']);
  assert.deepEqual([(await get('/')).status, (await get('/metrics', 'POST')).status], [404, 404]);
});

test('a failed scrape is answered 500, without the reason', async (t) => {
  const { port } = await open(t, () => Promise.reject(new Error('CANARY')));
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.deepEqual([answer.status, await answer.text()], [500, '']);
});

test('a port that is taken is an error', async (t) => {
  const { port } = await open(t);
  const scrape = async () => ({ contentType: '', body: '' });
  await assert.rejects(openMetricsServer({ host: '127.0.0.1', port }, { scrape }), /EADDRINUSE/);
});
