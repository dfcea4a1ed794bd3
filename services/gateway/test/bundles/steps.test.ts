import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedObject } from '../../src/bundles/plan-bundle.ts';
import { stepsOf } from '../../src/bundles/steps.ts';

const object = (kind: PlannedObject['kind'], action: PlannedObject['action'], more: object = {}): PlannedObject => ({
  key: `${kind}/x`,
  kind,
  id: 'x',
  action,
  mistakes: [],
  ...more,
});
const stored = { id: 'x', old: true, source: 'api' };
const ofFile = { id: 'x', old: true, source: 'file' };

test('writes in the order of the plan, then deletions in the opposite order', () => {
  const steps = stepsOf([
    object('presentation', 'create', { document: { id: 'x' } }),
    object('issuance', 'update', { document: { id: 'x' }, present: stored }),
    object('issuance', 'unchanged', { document: { id: 'x' }, present: stored }),
    object('image', 'delete', { member: 'images', present: { file: 'x', source: 'api' } }),
    object('presentation', 'delete', { present: stored }),
    object('issuance', 'delete', { present: stored }),
  ]);
  assert.deepEqual(
    steps.map(({ write: { operation } }) => operation),
    [
      'verifier.configuration.put',
      'issuer.configuration.put',
      'issuer.configuration.delete',
      'verifier.configuration.delete',
      'issuer.image.delete',
    ],
  );
});

test('a creation is undone by a deletion, a change by the earlier document, a deletion by writing it again', () => {
  const [created] = stepsOf([object('issuance', 'create', { document: { id: 'x' } })]);
  assert.deepEqual(created?.undo, { operation: 'issuer.configuration.delete', params: { id: 'x' } });
  for (const action of ['update', 'delete'] as const) {
    const document = action === 'update' ? { document: { id: 'x' } } : {};
    const [step] = stepsOf([object('issuance', action, { ...document, present: stored })]);
    assert.deepEqual(step?.undo, { operation: 'issuer.configuration.put', params: {}, body: { id: 'x', old: true } });
  }
});

test('what hid a file is removed again, because the file is still there', () => {
  const [step] = stepsOf([object('presentation', 'update', { document: { id: 'x' }, present: ofFile })]);
  assert.equal(step?.undo.operation, 'verifier.configuration.delete');
});

test('a trust anchor and a sign-in are called as their routes are', () => {
  const anchor = { purpose: 'issuers', id: 'x', pem: 'PEM' };
  const [trust, signIn] = stepsOf([
    object('trust', 'create', { member: 'trust', document: anchor }),
    object('signIn', 'create', { document: { issuer: 'https://i.example' } }),
  ]);
  assert.deepEqual(trust?.write.params, { purpose: 'issuers' });
  assert.deepEqual(trust?.undo, { operation: 'issuer.trust.delete', params: { purpose: 'issuers', id: 'x' } });
  assert.deepEqual(signIn?.undo, { operation: 'issuer.sign-in.delete', params: {} });
});
