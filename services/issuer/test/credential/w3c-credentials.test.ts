/** The W3C credentials as JWTs of one request: their payloads, and what links no two of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { W3cConfiguration } from '../../src/configuration/w3c-configuration.ts';
import { w3cCredentials } from '../../src/credential/w3c-credentials.ts';
import { signer } from '../support.ts';
import { openIssuer, PUBLIC_URL } from '../world.ts';
import { payloadOf } from './token.ts';

const configuration: W3cConfiguration = {
  format: 'jwt_vc_json',
  id: 'diploma',
  scope: 'diploma',
  metadata: {},
  types: ['VerifiableCredential', 'DiplomaCredential'],
  claims: {},
};
const claims = { credentialSubject: { degree: 'Mathematics' }, evidence: [{ type: 'Exam' }] };
const keys = [signer().jwk, signer().jwk];
const references = [3, 4].map((idx) => ({ uri: 'https://h.example/list', idx }));
const UUID = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('one credential per key: bound in both forms, with its own id and place, and otherwise equal', async (t) => {
  const { platform } = await openIssuer(t);
  const until: number[] = [];
  const ring = { ...platform.keys, signedUntil: async (_: string, __: object, time: number) => void until.push(time) };
  const given = { tenant: 'default', claims, keys, now: platform.clock(), lifetime: 3600 };
  const { exp, sign } = w3cCredentials({ ...platform, keys: ring }, configuration, given);
  const credentials = await sign(references);
  const payloads = credentials.map(payloadOf);
  const rest = payloads.map(({ jti, sub, cnf, status, ...others }, index) => {
    assert.match(String(jti), UUID);
    assert.deepEqual([cnf, status], [{ jwk: keys[index] }, { status_list: references[index] }]);
    const [, method, key = ''] = String(sub).split(':');
    assert.equal(method, 'jwk');
    assert.deepEqual(JSON.parse(Buffer.from(key, 'base64url').toString()), keys[index]);
    return others;
  });
  assert.deepEqual(rest[0], {
    iss: PUBLIC_URL,
    nbf: Math.floor(platform.clock() / 3_600_000) * 3600,
    exp,
    vc: {
      '@context': ['https://www.w3.org/2018/credentials/v1'],
      type: ['VerifiableCredential', 'DiplomaCredential'],
      ...claims,
    },
  });
  assert.deepEqual(rest[1], rest[0]);
  assert.notEqual(payloads[0]?.jti, payloads[1]?.jti);
  assert.deepEqual(until, [Number(exp) * 1000]);
});

test('the header has the type of the format and the chain of the key', async (t) => {
  const { platform } = await openIssuer(t);
  const given = { tenant: 'default', claims, keys, now: platform.clock() };
  const { exp, sign } = w3cCredentials(platform, configuration, given);
  const [credential = ''] = await sign([undefined, undefined]);
  const header = JSON.parse(Buffer.from(credential.split('.')[0] ?? '', 'base64url').toString());
  const key = await platform.keys.signer('default', 'credential');
  assert.deepEqual(header, { typ: 'JWT', kid: key.kid, x5c: [...key.x5c], alg: 'ES256' });
  assert.equal(exp, undefined);
  const { exp: end, status } = payloadOf(credential);
  assert.deepEqual([end, status], [undefined, undefined]);
});

test('a key of another algorithm than the metadata signs nothing', async (t) => {
  const { platform } = await openIssuer(t);
  const given = { tenant: 'default', claims, keys, now: platform.clock() };
  const { sign } = w3cCredentials(platform, { ...configuration, algorithm: 'ES384' }, given);
  await assert.rejects(async () => sign(references), { code: 'server_error' });
});
