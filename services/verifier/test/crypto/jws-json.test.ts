import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { localSign } from '@countersign/shared/crypto/signing-algorithm';
import { generalVerify } from 'jose';
import { signJwsJson } from '../../src/crypto/jws-json.ts';

const [one, other, stranger] = [generateKeyPair(), generateKeyPair(), generateKeyPair()];

test('each signature counts for itself, with its own header, over one payload', async () => {
  const jws = await signJwsJson({ nonce: 'ü' }, [
    { header: { typ: 'oauth-authz-req+jwt', client_id: 'a' }, key: { alg: 'ES256', sign: localSign(one.privateKey) } },
    {
      header: { typ: 'oauth-authz-req+jwt', client_id: 'b' },
      key: { alg: 'ES256', sign: localSign(other.privateKey) },
    },
  ]);
  for (const [key, client_id] of [
    [one.publicKey, 'a'],
    [other.publicKey, 'b'],
  ] as const) {
    const { payload, protectedHeader } = await generalVerify({ ...jws, signatures: [...jws.signatures] }, key);
    assert.deepEqual(JSON.parse(Buffer.from(payload).toString()), { nonce: 'ü' });
    assert.deepEqual(protectedHeader, { typ: 'oauth-authz-req+jwt', client_id, alg: 'ES256' });
  }
  await assert.rejects(generalVerify({ ...jws, signatures: [...jws.signatures] }, stranger.publicKey));
});

test('a signature is over the payload that is sent', async () => {
  const [jws, another] = await Promise.all(
    [{ a: 1 }, { a: 2 }].map((payload) =>
      signJwsJson(payload, [{ header: {}, key: { alg: 'ES256', sign: localSign(one.privateKey) } }]),
    ),
  );
  assert.ok(jws !== undefined && another !== undefined);
  const mixed = { payload: another.payload, signatures: [...jws.signatures] };
  await assert.rejects(generalVerify(mixed, one.publicKey));
});
