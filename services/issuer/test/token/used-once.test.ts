/** The replay cache may lose its entries at any moment, also between two steps of one request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import type { Cache } from '@countersign/shared/cache/port';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { CLIENT_ASSERTION_TYPE } from '../../src/client/client-assertion.ts';
import { createClientAuthentication } from '../../src/client/client-authentication.ts';
import { createDpop } from '../../src/client/dpop/dpop.ts';
import { createCredentialNonces } from '../../src/credential/credential-nonce.ts';
import { jwt, NOW, signer } from '../support.ts';

const TENANT = 't1';
const wallet = signer();
const { settings } = readSettings({ PUBLIC_URL: 'https://issuer.example', AUTH_API_KEY: 'a'.repeat(40) });

/** A complete cache that loses everything right before its next command after `lose` was called. */
function lossyCache(clock: () => number): Cache & { lose(): void } {
  let cache = createInProcessCache({ clock, completeSince: 0 });
  let losing = false;
  const current = (): Cache => {
    if (losing) cache = createInProcessCache({ clock });
    losing = false;
    return cache;
  };
  return {
    addOnce: (key, ttl) => current().addOnce(key, ttl),
    increment: (key, ttl) => current().increment(key, ttl),
    decrement: (key) => current().decrement(key),
    ping: () => current().ping(),
    close: () => current().close(),
    lose: () => {
      losing = true;
    },
  };
}

function world() {
  let now = NOW;
  const clock = () => now;
  const cache = lossyCache(clock);
  const vault = { derive: (purpose: string) => Buffer.alloc(32, purpose) };
  const platform = {
    settings,
    cache,
    lastingReplayCache: cache,
    clock,
    random: (bytes: number) => Buffer.alloc(bytes, 7),
    vaults: { of: async () => vault },
  } as unknown as Platform;
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { platform, cache, pass };
}

test('a DPoP proof is refused where its mark was lost a moment before', async () => {
  const { platform, cache, pass } = world();
  const dpop = createDpop(platform);
  const url = 'https://issuer.example/t1/token';
  const header = { alg: 'ES256', typ: 'dpop+jwt', jwk: { ...wallet.jwk } };
  const proof = jwt(header, { jti: 'j', htm: 'POST', htu: url, iat: NOW / 1000 }, wallet.privateKey);
  const request = { tenant: TENANT, method: 'POST', url, headers: { dpop: proof } } as unknown as OperationRequest;
  const use = async (): Promise<void> => (await dpop.check(request))?.use();
  assert.equal((await dpop.check(request))?.jkt, wallet.thumbprint);
  await use();
  await assert.rejects(use(), { code: 'invalid_dpop_proof' });
  pass(1000);
  cache.lose();
  await assert.rejects(use(), { code: 'use_dpop_nonce' });
});

test('a c_nonce is refused where its mark was lost a moment before', async () => {
  const { platform, cache, pass } = world();
  const nonces = createCredentialNonces(platform);
  const nonce = await nonces.create(TENANT);
  assert.equal((await nonces.refusalCheck(TENANT))(nonce), undefined);
  assert.equal(await nonces.use(TENANT, nonce), undefined);
  assert.deepEqual(await nonces.use(TENANT, nonce), { reason: 'proof_nonce_used', facts: { detail: 'used' } });
  pass(1000);
  cache.lose();
  const lost = { reason: 'proof_nonce_used', facts: { detail: 'before_restart' } };
  assert.deepEqual(await nonces.use(TENANT, nonce), lost);
  assert.equal(await nonces.use(TENANT, await nonces.create(TENANT)), undefined);
});

test('a nonce of another tenant can not be used', async () => {
  const { platform } = world();
  assert.deepEqual(await createCredentialNonces(platform).use(TENANT, 'x'), { reason: 'proof_nonce_unknown' });
});

test('a client assertion is refused where its mark was lost a moment before', async () => {
  const { platform, cache, pass } = world();
  const keys: readonly JsonObject[] = [{ ...wallet.jwk, kid: 'k' }];
  const registered = new Map([['w', { clientId: 'w', redirectUris: [], keys }]]);
  const clients = createClientAuthentication(platform, async () => ({
    publicClients: false,
    redirectSchemes: [],
    registered,
  }));
  const claims = { iss: 'w', sub: 'w', aud: 'https://issuer.example/t1', jti: 'j', iat: NOW / 1000 };
  const assertion = jwt({ alg: 'ES256', kid: 'k' }, { ...claims, exp: NOW / 1000 + 60 }, wallet.privateKey);
  const parameters = { client_assertion_type: CLIENT_ASSERTION_TYPE, client_assertion: assertion };
  assert.equal((await clients.authenticate(TENANT, parameters, { clientAuthentication: 'required' }))?.clientId, 'w');
  await assert.rejects(clients.authenticate(TENANT, parameters, { clientAuthentication: 'required' }), {
    code: 'invalid_client',
  });
  pass(1000);
  cache.lose();
  await assert.rejects(clients.authenticate(TENANT, parameters, { clientAuthentication: 'required' }), {
    code: 'temporarily_unavailable',
  });
});
