import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusChoices } from '../../../src/pages/session/status-choices.ts';

const group = { count: 2, revoked: 0, suspended: 0, brief: 0 };

for (const profile of ['open', 'haip', undefined] as const) {
  test(`profile ${profile ?? 'unknown'}: revoke and restore`, () => {
    assert.deepEqual(statusChoices(group, profile), ['revoke']);
    assert.deepEqual(statusChoices({ ...group, revoked: 1 }, profile), ['revoke', 'restore']);
    assert.deepEqual(statusChoices({ ...group, revoked: 2 }, profile), ['restore']);
    assert.deepEqual(statusChoices({ ...group, suspended: 2 }, profile), ['revoke', 'restore'], 'of its time as eu');
  });
}

test('profile eu: suspend and resume, and nothing after a revocation but the rest of it', () => {
  assert.deepEqual(statusChoices(group, 'eu'), ['revoke', 'suspend']);
  assert.deepEqual(statusChoices({ ...group, suspended: 1 }, 'eu'), ['revoke', 'suspend', 'resume']);
  assert.deepEqual(statusChoices({ ...group, suspended: 2 }, 'eu'), ['revoke', 'resume']);
  assert.deepEqual(statusChoices({ ...group, revoked: 1 }, 'eu'), ['revoke']);
  assert.deepEqual(statusChoices({ ...group, revoked: 2 }, 'eu'), []);
});

test('nothing without a status', () => {
  for (const profile of ['open', 'eu'] as const) assert.deepEqual(statusChoices({ ...group, brief: 2 }, profile), []);
});
