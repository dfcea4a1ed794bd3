import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOf, statuses, statusGroups } from '../../../src/parts/flow/session-view.ts';
import { stateTexts } from '../../../src/text/flow.ts';

test('each status has a word, a tone, and says whether the flow is over; one of a later version is shown as it is', () => {
  assert.deepEqual(statuses.toSorted(), Object.keys(stateTexts()).toSorted());
  assert.deepEqual(stateOf('failed'), { tone: 'bad', over: true, text: 'failed' });
  assert.deepEqual(stateOf('later'), { tone: 'plain', over: false, text: 'later' });
  const open = statuses.filter((status) => !stateOf(status).over);
  assert.deepEqual(open, ['created', 'pushed', 'presentation_required', 'authorized', 'token_issued', 'requested']);
});

test('credentials of a configuration change their status together', () => {
  const issued = (credentialConfigurationId: string, value: 0 | 1 | 2 | undefined, issuedAt: string) => ({
    credentialConfigurationId,
    issuedAt,
    ...(value === undefined ? {} : { status: { uri: 'u', idx: 1, value } }),
  });
  const none = { revoked: 0, suspended: 0, brief: 0 };
  assert.deepEqual(statusGroups([issued('pid', 0, 't1'), issued('diploma', 1, 't2'), issued('pid', 1, 't3')]), [
    { ...none, configuration: 'pid', count: 2, revoked: 1, issuedAt: 't1' },
    { ...none, configuration: 'diploma', count: 1, revoked: 1, issuedAt: 't2' },
  ]);
  assert.deepEqual(statusGroups([issued('pid', 2, 't1'), issued('pid', 2, 't1'), issued('card', undefined, 't2')]), [
    { ...none, configuration: 'pid', count: 2, suspended: 2, issuedAt: 't1' },
    { ...none, configuration: 'card', count: 1, brief: 1, issuedAt: 't2' },
  ]);
  assert.deepEqual(statusGroups([]), []);
});
