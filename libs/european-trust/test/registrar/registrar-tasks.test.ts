import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RegistrarError } from '../../src/registrar/registrar-error.ts';
import { isCertificateDue, newTask, taskDone, taskFailed, taskId } from '../../src/registrar/registrar-tasks.ts';

const DAY = 86_400;
const MINUTE = 60_000;
const task = { ...newTask('t', { certificate: 'c' }), rev: 1 };
const away = new RegistrarError('registrar_unreachable', { detail: 'timeout' });

it('has one document for the party and one for each certificate', () => {
  assert.equal(taskId('t', { party: true }), 't/party');
  assert.equal(taskId('t', { certificate: 'party' }), 't/certificate/party');
});

it('renews 30 days before the end, or after two thirds of a short life', () => {
  const due = (life: number, left: number): boolean =>
    isCertificateDue({ iat: 0, exp: life * DAY }, (life - left) * DAY * 1000);
  assert.deepEqual([due(365, 31), due(365, 30)], [false, true]);
  assert.deepEqual([due(9, 4), due(9, 3)], [false, true]);
  assert.ok(isCertificateDue(undefined, 0));
});

it('waits twice as long after each failure, and at most twelve hours', () => {
  const once = taskFailed(task, away, 0);
  assert.equal(once.next, 10 * MINUTE);
  assert.equal(taskFailed(once, away, 0).next, 20 * MINUTE);
  assert.equal(taskFailed({ ...task, failures: 1000 }, away, 0).next, 720 * MINUTE);
  assert.deepEqual(once.failure, { at: 0, reason: 'registrar_unreachable', detail: 'timeout' });
});

it('forgets its failures when it is done', () => {
  const { failure, failures, registered, succeededAt } = taskDone(taskFailed(task, away, 0), 5, 'hash');
  assert.deepEqual(
    { failure, failures, registered, succeededAt },
    { failure: undefined, failures: 0, registered: 'hash', succeededAt: 5 },
  );
});
