import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientDocument } from '@countersign/shared/model/tenant/clients';
import {
  acceptedSecrets,
  changedClient,
  createdClient,
  lockClient,
  rotateSecret,
} from '../../src/authenticate/client-secrets.ts';

const NOW = 50_000;
const client: ClientDocument = {
  ...createdClient({ id: 'c', tenant: 'acme', role: 'operator' }, { id: 'one', hash: 'h1' }, NOW),
  rev: 1,
};
const accepted = (document: ClientDocument, now: number) => acceptedSecrets(document, now).map(({ id }) => id);

test('during the overlap both secrets are accepted, afterwards the present one', () => {
  const { document, result } = rotateSecret(client, { id: 'two', hash: 'h2' }, { overlap: 1000, now: NOW });
  assert.equal(result, 'rotated');
  assert.deepEqual(accepted(document, NOW + 999), ['one', 'two']);
  assert.deepEqual(accepted(document, NOW + 1000), ['two']);
});

test('without an overlap every other secret ends at once, also during an overlap', () => {
  const first = rotateSecret(client, { id: 'two', hash: 'h2' }, { overlap: 1000, now: NOW }).document;
  const { document, result } = rotateSecret(first, { id: 'three', hash: 'h3' }, { overlap: 0, now: NOW + 1 });
  assert.equal(result, 'rotated');
  assert.deepEqual(accepted(document, NOW + 1), ['three']);
});

test('a second rotation during an overlap is refused: the third secret would end one that may be in use', () => {
  const first = rotateSecret(client, { id: 'two', hash: 'h2' }, { overlap: 1000, now: NOW }).document;
  const { document, result } = rotateSecret(first, { id: 'three', hash: 'h3' }, { overlap: 1000, now: NOW + 999 });
  assert.equal(result, 'overlapping');
  assert.equal(document, first);
  const after = rotateSecret(first, { id: 'three', hash: 'h3' }, { overlap: 1000, now: NOW + 1000 });
  assert.deepEqual(accepted(after.document, NOW + 1000), ['two', 'three']);
  assert.equal(after.document.secrets.length, 2);
});

test('a locked client accepts nothing until it is rotated', () => {
  const locked = lockClient(client, NOW);
  assert.deepEqual(accepted(locked, NOW), []);
  assert.equal(lockClient(locked, NOW + 1), locked);
  const again = rotateSecret(locked, { id: 'two', hash: 'h2' }, { overlap: 1000, now: NOW }).document;
  assert.deepEqual(accepted(again, NOW), ['two']);
});

test('role and name change alone; the same ones change nothing', () => {
  assert.deepEqual(changedClient(client, { role: 'viewer' }, NOW + 1), {
    ...client,
    role: 'viewer',
    updatedAt: NOW + 1,
  });
  assert.equal(changedClient(client, { role: 'operator' }, NOW + 1), client);
  assert.equal(changedClient(client, {}, NOW + 1), client);
});
