import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MetricName, metricDefinitions } from '../../src/metrics/catalogue.ts';
import { createPromMetrics } from '../../src/metrics/prom.ts';

const lines = async (metrics: ReturnType<typeof createPromMetrics>, name: MetricName): Promise<readonly string[]> =>
  (await metrics.scrape()).body.split('\n').filter((line) => line.startsWith(name));

describe('metrics in the format of Prometheus', () => {
  it('counts, with the labels and the service', async () => {
    const metrics = createPromMetrics({ service: 'issuer' });
    metrics.count('countersign_operations_total', { operation: 'issuer.token', outcome: 'ok' });
    metrics.count('countersign_operations_total', { operation: 'issuer.token', outcome: 'ok' });
    metrics.count('countersign_operations_total', { operation: 'issuer.token', outcome: 'invalid_grant' });
    assert.deepEqual(await lines(metrics, 'countersign_operations_total'), [
      'countersign_operations_total{operation="issuer.token",outcome="ok",service="issuer"} 2',
      'countersign_operations_total{operation="issuer.token",outcome="invalid_grant",service="issuer"} 1',
    ]);
  });

  it('observes into the buckets of the catalogue', async () => {
    const metrics = createPromMetrics({ service: 'issuer' });
    metrics.observe('countersign_request_duration_seconds', { route: '/vci/offer' }, 0.02);
    const samples = await lines(metrics, 'countersign_request_duration_seconds');
    const bucket = (le: string): string | undefined =>
      samples.find((line) => line.includes(`le="${le}"`))?.split(' ')[1];
    assert.equal(bucket('0.01'), '0');
    assert.equal(bucket('0.025'), '1');
    assert.equal(bucket('+Inf'), '1');
  });

  it('reads gauges at each scrape, and leaves a gap where the reading fails', async () => {
    const metrics = createPromMetrics({ service: 'status' });
    let value: number | undefined = 3;
    metrics.watch('countersign_outbox_age_seconds', async () => {
      if (value === undefined) throw new Error('the store is unreachable');
      return [{ labels: { collection: 'sessions' }, value }];
    });
    const read = (): Promise<readonly string[]> => lines(metrics, 'countersign_outbox_age_seconds');
    assert.deepEqual(await read(), ['countersign_outbox_age_seconds{collection="sessions",service="status"} 3']);
    value = 5;
    assert.deepEqual(await read(), ['countersign_outbox_age_seconds{collection="sessions",service="status"} 5']);
    value = undefined;
    assert.deepEqual(await read(), []);
    assert.match((await metrics.scrape()).body, /countersign_operations_total/, 'the others are still published');
  });

  it('a gauge without labels leaves a gap too', async () => {
    const metrics = createPromMetrics({ service: 'status' });
    metrics.watch('countersign_deliveries_overdue_seconds', () => Promise.reject(new Error('away')));
    assert.deepEqual(await lines(metrics, 'countersign_deliveries_overdue_seconds'), []);
  });

  it('includes the metrics of the process and of the event loop', async () => {
    const { body, contentType } = await createPromMetrics({ service: 'gateway' }).scrape();
    assert.match(body, /^nodejs_eventloop_lag_p99_seconds\{service="gateway"\} /m);
    assert.match(body, /^process_resident_memory_bytes\{service="gateway"\} /m);
    assert.match(contentType, /^text\/plain/);
  });

  it('two processes in one test share nothing', async () => {
    const one = createPromMetrics({ service: 'issuer' });
    const other = createPromMetrics({ service: 'issuer' });
    one.count('countersign_job_runs_total', { job: 'purge', outcome: 'ok' });
    assert.deepEqual(await lines(other, 'countersign_job_runs_total'), []);
  });
});

describe('the catalogue of metrics', () => {
  it('follows the naming rules of Prometheus', () => {
    for (const [name, { type, help, labels, buckets }] of Object.entries(metricDefinitions)) {
      assert.match(name, /^countersign_[a-z_]+$/);
      assert.equal(name.endsWith('_total'), type === 'counter', name);
      assert.equal(buckets !== undefined, type === 'histogram', name);
      assert.ok(help.length > 10, name);
      for (const label of labels) assert.match(label, /^[a-z_]+$/);
      assert.ok(!labels.includes('service'), `${name}: the process says that itself`);
    }
  });
});
