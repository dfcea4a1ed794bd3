import assert from 'node:assert/strict';
import { it } from 'node:test';
import { taskView } from '../../src/registrar/registrar-view.ts';

const task = { id: 't/party', rev: 1, tenant: 't', next: 0, failures: 0 };

it('says whether something is waiting, done or failing, and why', () => {
  assert.equal(taskView(undefined).state, 'waiting');
  assert.equal(taskView(task).state, 'waiting');
  assert.equal(taskView({ ...task, succeededAt: 1 }).state, 'done');
  const failing = taskView({ ...task, next: 60_000, failure: { at: 0, reason: 'registrar_unauthorized' } });
  assert.deepEqual([failing.state, failing.retryAt], ['failing', '1970-01-01T00:01:00.000Z']);
  assert.match(String(failing.hint), /token/);
  assert.equal(taskView({ ...task, failure: { at: 0, reason: 'gone' } }).explanation, undefined);
});
