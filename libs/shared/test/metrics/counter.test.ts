import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { createCounter } from '../../src/metrics/counter.ts';

const open = (): { registry: Registry; count: ReturnType<typeof createCounter> } => {
  const registry = new Registry();
  return { registry, count: createCounter({ name: 'steps_total', help: 'Steps', labelNames: ['step'], registry }) };
};
const samples = async (registry: Registry): Promise<readonly string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith('steps_total'));

test('each reading has all that was counted before it', async () => {
  const { registry, count } = open();
  count({ step: 'a' });
  count({ step: 'b' });
  count({ step: 'a' });
  assert.deepEqual(await samples(registry), ['steps_total{step="a"} 2', 'steps_total{step="b"} 1']);
  assert.deepEqual(await samples(registry), ['steps_total{step="a"} 2', 'steps_total{step="b"} 1'], 'read twice');
  count({ step: 'b' });
  assert.deepEqual(await samples(registry), ['steps_total{step="a"} 2', 'steps_total{step="b"} 2']);
});

test('without a count there is no sample', async () => {
  assert.deepEqual(await samples(open().registry), []);
});
