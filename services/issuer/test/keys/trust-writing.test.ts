import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { openIssuer } from '../world.ts';

const pem = `${(await makeSigningKey()).anchor.trim()}\n`;

test('an anchor that was written is listed with its id and source, and is gone after its removal', async (t) => {
  const { call } = await openIssuer(t);
  const listed = async (): Promise<readonly JsonObject[]> => {
    const { purposes } = (await call('issuer.trust')).body as unknown as {
      purposes: readonly { readonly anchors: readonly JsonObject[] }[];
    };
    return purposes.flatMap(({ anchors }) => anchors).filter(({ source }) => source === 'api');
  };
  const params = { purpose: 'wallet-providers' };
  const { body } = await call('issuer.trust.put', { params, body: { id: 'maker', pem } });
  assert.deepEqual(await listed(), (body as JsonObject).anchors);
  const [found] = await listed();
  assert.deepEqual([found?.id, found?.source, found?.pem], ['maker', 'api', pem]);
  await call('issuer.trust.delete', { params: { ...params, id: 'maker' } });
  assert.deepEqual(await listed(), []);
});

test('a purpose that does not exist, an anchor that does not, and a broken one are refused', async (t) => {
  const { call } = await openIssuer(t);
  const reasonOf = async (operation: string, request: Parameters<typeof call>[1]) => {
    const refused = await call(operation, request).then(
      () => assert.fail('accepted'),
      (error: { options: { reason: string } }) => error,
    );
    return refused.options.reason;
  };
  const body = { id: 'a', pem };
  assert.equal(await reasonOf('issuer.trust.put', { params: { purpose: 'x' }, body }), 'trust_anchor_unknown');
  const params = { purpose: 'issuers' };
  assert.equal(await reasonOf('issuer.trust.delete', { params: { ...params, id: 'a' } }), 'trust_anchor_unknown');
  const broken = { params, body: { id: 'a', pem: 'no' } };
  assert.equal(await reasonOf('issuer.trust.put', broken), 'trust_anchor_invalid');
});
