import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentStates, isUsable, joinStates } from '../../src/runtime/component-health.ts';

const up = async (): Promise<void> => undefined;
const down = (): Promise<void> => Promise.reject(new Error('away'));
const silent = (): Promise<void> => new Promise(() => undefined);

test('each component in use is up or down; one that does not answer is down', async () => {
  assert.deepEqual(await componentStates({ database: up, kafka: down, redis: silent }), {
    database: 'up',
    kafka: 'down',
    redis: 'down',
  });
});

test('a process is usable while the database answers, with or without the others', async () => {
  assert.equal(await isUsable({ database: up, kafka: down, redis: down }), true);
  assert.equal(await isUsable({ database: down, kafka: up, redis: up }), false);
  assert.equal(await isUsable({}), true);
});

test('what is down for one process is down', () => {
  assert.deepEqual(joinStates({ kafka: 'up', database: 'up' }, { kafka: 'down' }, { kafka: 'up' }), {
    kafka: 'down',
    database: 'up',
  });
});
