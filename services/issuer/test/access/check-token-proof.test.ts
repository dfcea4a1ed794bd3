import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Grant } from '@countersign/shared/model/issuance/issuance-part';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkTokenProof } from '../../src/access/check-token-proof.ts';
import { grant } from '../session/issuance-given.ts';

const request = { tenant: 't1' } as OperationRequest;

/** @returns the holders by which proofs were used */
async function checked(jkt: string | undefined, bound?: string): Promise<readonly unknown[]> {
  const used: unknown[] = [];
  const use = async (holder?: string) => void used.push(holder);
  const check = async () => (jkt === undefined ? undefined : { jkt, use });
  const dpop = { check, offerNonce: async () => undefined };
  const known = { ...grant, tokenHash: 'token', dpopJkt: bound };
  await checkTokenProof({ dpop, request, grant: known as Grant, scheme: 'DPoP', token: 't' });
  return used;
}

test('the proof of the bound key is used up, counted by the token', async () => {
  assert.deepEqual(await checked('key', 'key'), ['token']);
  assert.deepEqual(await checked(undefined), [], 'a plain token needs none');
});

test('without a proof, or with that of another key, the token is refused', async () => {
  await assert.rejects(checked(undefined, 'key'), { code: 'invalid_dpop_proof' });
  await assert.rejects(checked('another', 'key'), { code: 'invalid_token' });
});

test('the backend learns why', async () => {
  assert.deepEqual(await whyRefused(() => checked(undefined, 'key')), ['dpop_missing']);
  const another = ['dpop_key', { expectedJkt: 'key', receivedJkt: 'another', detail: 'access_token' }];
  assert.deepEqual(await whyRefused(() => checked('another', 'key')), another);
});
