import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createLog, silentLog } from '../../src/kernel/log.ts';
import { noMetrics } from '../../src/metrics/metrics.ts';
import { openMetricsServer } from '../../src/metrics/metrics-server.ts';
import { openMetrics, openWorkerMetrics } from '../../src/metrics/open-metrics.ts';
import type { Samples } from '../../src/metrics/prom.ts';

const HOST = '127.0.0.1';

async function takenPort(t: TestContext): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, HOST, listening));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe('GET /metrics', () => {
  it('publishes the metrics of the process, and nothing else', async (t) => {
    const server = await openMetricsServer(
      { host: HOST, port: 0 },
      { scrape: async () => ({ contentType: 'text/plain; version=0.0.4', body: 'up 1\n' }) },
    );
    t.after(() => server.close());
    const url = `http://${HOST}:${server.port}`;
    const answer = await fetch(`${url}/metrics?x=1`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4');
    assert.equal(await answer.text(), 'up 1\n');
    assert.equal((await fetch(`${url}/`)).status, 404);
    assert.equal((await fetch(`${url}/metrics`, { method: 'POST' })).status, 404);
  });

  it('a scrape that fails is 500, and the process continues', async (t) => {
    let fail = true;
    const server = await openMetricsServer(
      { host: HOST, port: 0 },
      {
        scrape: async () => {
          if (fail) throw new Error('no');
          return { contentType: 'text/plain', body: '' };
        },
      },
    );
    t.after(() => server.close());
    assert.equal((await fetch(`http://${HOST}:${server.port}/metrics`)).status, 500);
    fail = false;
    assert.equal((await fetch(`http://${HOST}:${server.port}/metrics`)).status, 200);
  });
});

describe('the port of the metrics', () => {
  const settings = (port: number) => ({ METRICS_HOST: HOST, METRICS_PORT: port });

  it('0 switches them off', async () => {
    const opened = await openMetrics({ name: 'issuer', settings: settings(0), environment: {}, log: silentLog });
    assert.equal(opened.metrics, noMetrics);
    assert.equal(opened.port, undefined);
    await opened.close();
  });

  it('a default port that is taken: a warning that names the setting, and the process serves', async (t) => {
    const lines: string[] = [];
    const log = createLog(
      'warn',
      () => 0,
      (line) => lines.push(line),
    );
    const port = await takenPort(t);
    const opened = await openMetrics({ name: 'issuer', settings: settings(port), environment: {}, log });
    assert.equal(opened.metrics, noMetrics);
    assert.match(lines.join(), /set METRICS_PORT/);
  });

  it('a configured port that is taken: the start fails', async (t) => {
    const port = await takenPort(t);
    const environment = { METRICS_PORT: String(port) };
    await assert.rejects(
      openMetrics({ name: 'issuer', settings: settings(port), environment, log: silentLog }),
      new RegExp(`METRICS_PORT ${port}`),
    );
  });

  it('of a process with workers: one answer for all of them', async (t) => {
    const worker = openWorkerMetrics({ name: 'standalone', settings: settings(1) });
    assert.ok(worker);
    for (let n = 0; n < 2; n += 1) {
      worker.metrics.count('countersign_operations_total', { operation: 'issuer.token', outcome: 'ok' });
    }
    const port = await freePort();
    const ofWorkers = async (): Promise<readonly Samples[]> => [await worker.samples(), await worker.samples()];
    const own = { name: 'standalone', settings: settings(port), environment: {}, log: silentLog };
    const opened = await openMetrics({ ...own, ofWorkers });
    t.after(() => opened.close());
    opened.metrics.count('countersign_connections_dropped_total', { reason: 'address' });
    const text = await (await fetch(`http://${HOST}:${port}/metrics`)).text();
    assert.match(text, /countersign_operations_total\{.*\} 4\n/);
    assert.match(text, /countersign_connections_dropped_total\{.*\} 1\n/);
    assert.equal(openWorkerMetrics({ name: 'standalone', settings: settings(0) }), undefined);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, HOST, listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
