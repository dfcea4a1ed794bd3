/** The table of exchange protocols. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { localSign } from '@countersign/shared/crypto/signing-algorithm';
import { newReports } from '@countersign/shared/http/reports';
import { type DcApiContent, digitalRequests, readPageAnswer } from '../../src/request/dc-api-protocols.ts';
import type { OpenedRequest } from '../../src/request/open-answer.ts';

const key = { sign: localSign(generateKeyPair().privateKey), x5c: ['leaf'] } as unknown as SigningKey;
const signer = { clientId: 'x509_hash:h', x5c: ['leaf'] };
const content: DcApiContent = {
  responseMode: 'dc_api' as const,
  nonce: 'n',
  dcqlQuery: {},
  expectedOrigins: ['https://shop.example'],
  now: 1000,
  expiresAt: 2000,
  key,
  signers: [signer],
  unsigned: false,
};

async function protocolsOf(more: object): Promise<readonly string[]> {
  return (await digitalRequests({ ...content, ...more })).map(({ protocol }) => protocol);
}

test('each protocol is sent where the request has it, the signed one first', async () => {
  assert.deepEqual(await protocolsOf({}), ['openid4vp-v1-signed']);
  assert.deepEqual(await protocolsOf({ unsigned: true }), ['openid4vp-v1-signed', 'openid4vp-v1-unsigned']);
  assert.deepEqual(await protocolsOf({ signers: [signer, signer] }), [
    'openid4vp-v1-signed',
    'openid4vp-v1-multisigned',
  ]);
});

test('signed: a compact JWS; unsigned: the parameters themselves', async () => {
  const [signed, unsigned] = await digitalRequests({ ...content, unsigned: true });
  assert.match(String(signed?.data.request), /^[\w-]+\.[\w-]+\.[\w-]{86}$/);
  assert.equal(unsigned?.data.nonce, 'n');
  assert.ok(!Object.hasOwn(unsigned?.data ?? {}, 'client_id'));
});

test('the answer to each form of OpenID4VP is read the same way; a protocol without a row is no answer', () => {
  const presentationRequest = { responseMode: 'dc_api' };
  const opened = { presentationRequest, reports: newReports() } as unknown as OpenedRequest;
  const vp_token = { pid: ['x'] };
  for (const form of ['signed', 'multisigned', 'unsigned']) {
    const { clear, encrypted } = readPageAnswer(`openid4vp-v1-${form}`, { vp_token }, opened);
    assert.deepEqual([clear, encrypted], [{ kind: 'vp_token', vpToken: vp_token }, false]);
  }
  assert.throws(() => readPageAnswer('openid4vp-v2-signed', { vp_token }, opened), Error);
});
