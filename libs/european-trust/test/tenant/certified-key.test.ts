import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { certifiedKey, type Signers } from '../../src/tenant/certified-key.ts';

const find = (signer: () => Promise<object>) =>
  certifiedKey({ signer: signer as unknown as Signers['signer'] }, 't', { purpose: 'request' });

test('a key is certified if an authority other than the own CA of the tenant signed it', async () => {
  const key = { kid: 'k' };
  assert.equal(await find(async () => key), key);
  assert.equal(await find(async () => ({ ...key, anchor: 'own CA' })), undefined);
});

test('a key that can not be used is none, and a defect is thrown', async () => {
  const fail = (error: Error) => find(() => Promise.reject(error));
  assert.equal(await fail(new ProtocolError('conflict', 'no key', { reason: 'unexplained' })), undefined);
  await assert.rejects(fail(new TypeError('defect')), TypeError);
});
