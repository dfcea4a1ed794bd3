import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import { createRequirements } from '@countersign/shared/flow-config/tenant-profile';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom as random } from '@countersign/shared/kernel/random';
import { readSettings } from '@countersign/shared/settings/read-settings';
import * as jose from 'jose';
import {
  answerHeaders,
  type CredentialDependencies,
  credentialReply,
  nextNonce,
} from '../../src/credential/credential-answer.ts';

function dependencies(dialect: string): CredentialDependencies {
  const { settings } = readSettings({ WALLET_DIALECT: dialect, NONCE_TTL: '120' });
  const nonces = { create: async (tenant: string) => `nonce of ${tenant}` };
  const dpop = { offerNonce: async (tenant: string) => `DPoP nonce of ${tenant}` };
  const requirementsOf = createRequirements({ settings, log: silentLog });
  return { platform: { settings }, nonces, dpop, requirementsOf } as unknown as CredentialDependencies;
}

for (const dialect of ['both', 'interface']) {
  test(`an answer in the dialect ${dialect} contains the nonce of the next request`, async () => {
    assert.deepEqual(await nextNonce(dependencies(dialect), 't1'), {
      c_nonce: 'nonce of t1',
      c_nonce_expires_in: 120,
    });
  });
}

test('an answer in the dialect standard contains none: there is the nonce endpoint', async () => {
  assert.deepEqual(await nextNonce(dependencies('standard'), 't1'), {});
});

test('a wallet with a DPoP key gets a DPoP nonce, any other none', async () => {
  const answered = (grant: object) =>
    answerHeaders(dependencies('both'), { session: { tenant: 't1' }, grant } as never);
  assert.deepEqual(await answered({ dpopJkt: 'j' }), { 'dpop-nonce': 'DPoP nonce of t1' });
  assert.deepEqual(await answered({}), {});
});

const { d, ...point } = generateAgreementJwk();
const content = { transaction_id: 'x', interval: 5 };
const headers = { 'dpop-nonce': 'n' };

test('without a key of the wallet the answer is plain', () => {
  const plain = (given: object | string) =>
    credentialReply({ random }, { responseEncryption: undefined }, { status: 202, content: given as string, headers });
  assert.deepEqual(plain(content), { status: 202, body: content, headers });
  assert.deepEqual(plain('{"kept":1}'), { status: 202, raw: '{"kept":1}', contentType: 'application/json', headers });
});

for (const kept of [content, JSON.stringify(content)]) {
  test(`with a key the answer is a JWE with status and headers, ${typeof kept}`, async () => {
    const responseEncryption = { recipient: { ...point, kid: 'w' }, enc: 'A128GCM', compress: true } as const;
    const answer = { status: 202, content: kept, headers };
    const reply = credentialReply({ random }, { responseEncryption }, answer);
    assert.deepEqual([reply.status, reply.contentType, reply.headers], [202, 'application/jwt', headers]);
    const key = createPrivateKey({ key: { ...point, d }, format: 'jwk' });
    const { plaintext, protectedHeader } = await jose.compactDecrypt(String(reply.raw), key);
    assert.deepEqual(JSON.parse(Buffer.from(plaintext).toString()), content);
    assert.deepEqual([protectedHeader.kid, protectedHeader.enc, protectedHeader.zip], ['w', 'A128GCM', 'DEF']);
    assert.notEqual(credentialReply({ random }, { responseEncryption }, answer).raw, reply.raw);
  });
}
