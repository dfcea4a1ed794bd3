/** What an encrypted issuance costs more than a plain one, counted in key agreements. */

import assert from 'node:assert/strict';
import { ECDH } from 'node:crypto';
import { mock, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { generateAgreementJwk, generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { importPublicJwk } from '@countersign/shared/crypto/jwk';
import { operationNamed } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { encrypt } from '@countersign/shared/test/crypto/made-jwe';
import { openIssuer, refusal } from '../world.ts';
import { withToken } from './token.ts';

test('an encrypted issuance costs two key agreements; faults of the header cost none, faults of decryption one', async (t) => {
  const world = await openIssuer(t);
  const holder = await withToken(world);
  const { service } = world;
  const metadata = await world.call('issuer.metadata');
  const { credential_request_encryption: offered } = JSON.parse(String(metadata.raw));
  const { kid, use: _, alg: __, ...point } = offered.jwks.keys[0];
  const publicKey = importPublicJwk(point);
  const { d: ___, ...jwk } = generateAgreementJwk();
  const asked = { credential_response_encryption: { jwk: { ...jwk, alg: 'ECDH-ES' }, enc: 'A128GCM' } };
  const send = async (body: string | JsonObject) => {
    const request = { ...world.request({}, holder.headers()), body };
    const answered = operationNamed(service.operations, 'issuer.credential');
    return answered?.({ ...request, encoding: typeof body === 'string' ? 'jwt' : 'json' });
  };
  const jwe = async (more: JsonObject, header: JsonObject = {}, to = publicKey) => {
    const text = Buffer.from(JSON.stringify(await holder.request(more)));
    return encrypt({ text: 'zip' in header ? deflateRawSync(text) : text, publicKey: to, kid, header });
  };
  await send(await holder.request());
  const agreements = mock.method(ECDH.prototype, 'computeSecret');
  t.after(() => agreements.mock.restore());
  const cost = async (body: string | JsonObject): Promise<number> => {
    const before = agreements.mock.callCount();
    await send(body).catch(() => undefined);
    return agreements.mock.callCount() - before;
  };
  assert.equal(await cost(await holder.request()), 0, 'plain');
  assert.equal(await cost(await jwe({})), 1, 'an encrypted request');
  assert.equal(await cost(await jwe(asked)), 2, 'and an encrypted answer');
  assert.equal(await cost(await jwe(asked, { zip: 'DEF' })), 2, 'compressed');
  for (const header of [{ alg: 'dir' }, { alg: 'PBES2-HS256+A128KW' }, { enc: 'A128CBC-HS256' }, { zip: 'GZIP' }]) {
    assert.equal(await cost(await jwe(asked, header)), 0, JSON.stringify(header));
  }
  assert.equal(await cost(await jwe(asked, { kid: 'unknown' })), 0, 'an unknown key');
  const wrong = await jwe(asked, {}, generateKeyPair().publicKey);
  assert.equal((await refusal(send(wrong) as Promise<unknown>)).code, 'invalid_encryption_parameters');
  assert.equal(await cost(await jwe(asked, {}, generateKeyPair().publicKey)), 1, 'encrypted to another key');
  assert.equal(await cost(await jwe({ credential_response_encryption: {} })), 1, 'a key for the answer that is none');
});
