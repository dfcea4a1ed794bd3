/** Third-party verifiers check the token of a status list, by any key that they find for it. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeProtectedHeader,
  EmbeddedJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { statusOf } from '../support/credential.ts';
import { beginWithToken, credentialBody } from '../support/flows.ts';
import { pyjwt } from '../support/pyjwt.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const RULES = { typ: 'statuslist+jwt', algorithms: ['ES256'] };

describe('the token of a status list', () => {
  let server: TestServer;
  let token: string;
  let embedded: JWK;
  before(async () => {
    server = await startSampleServer();
    const { wallet, token: access } = await beginWithToken(server);
    const issued = await wallet.credential(access, await credentialBody(wallet));
    assert.equal(issued.status, 200, issued.text);
    const [, payload = ''] = String(issued.json.credentials[0].credential).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>;
    ({ token } = await statusOf(claims));
    embedded = decodeProtectedHeader(token).jwk ?? assert.fail('no jwk');
  });
  after(() => server.close());

  const isList = (payload: JWTPayload): void => {
    assert.deepEqual(Object.keys(payload.status_list as object), ['bits', 'lst']);
  };

  it('is taken by jose with the key of its header', async () => {
    isList((await jwtVerify(token, EmbeddedJWK, RULES)).payload);
  });

  it('is taken by jose with a set made of that key, in which it looks by kid', async () => {
    isList((await jwtVerify(token, createLocalJWKSet({ keys: [embedded] }), RULES)).payload);
  });

  it('is taken by jose with the keys that the issuer publishes', async () => {
    const keys = createRemoteJWKSet(new URL(`${server.url}/.well-known/jwks.json`));
    isList((await jwtVerify(token, keys, RULES)).payload);
  });

  it('is taken by jose with the key of its certificate', async () => {
    const [leaf = ''] = decodeProtectedHeader(token).x5c ?? [];
    const { publicKey } = new X509Certificate(Buffer.from(leaf, 'base64'));
    isList((await jwtVerify(token, publicKey, RULES)).payload);
  });

  it('is taken by PyJWT with the key of its header and with those that are published', async (t) => {
    const decode = await pyjwt(t);
    if (decode === undefined) return;
    isList((await decode(token, { keys: [embedded] })) as JWTPayload);
    const published = await fetch(`${server.url}/.well-known/jwks.json`);
    isList((await decode(token, (await published.json()) as object)) as JWTPayload);
  });
});
