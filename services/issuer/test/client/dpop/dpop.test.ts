import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Platform } from '@countersign/shared/runtime/service';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { type CheckedDpop, createDpop } from '../../../src/client/dpop/dpop.ts';
import { jwt, NOW, signer } from '../../support.ts';

const URL_CALLED = 'https://issuer.example/t1/authorize/token';
const wallet = signer();
const HOLDER = 'hash of a token';

function world(env: Record<string, string> = {}) {
  let now = NOW;
  const clock = (): number => now;
  const cache = createInProcessCache({ clock, completeSince: 0 });
  const vault = { derive: (purpose: string) => Buffer.alloc(32, purpose) };
  const { settings } = readSettings(env);
  const random = (bytes: number): Buffer => Buffer.alloc(bytes, 7);
  const dpop = createDpop({ settings, cache, clock, random, vaults: { of: async () => vault } } as unknown as Platform);
  let made = 0;
  const request = (payload: object = {}, tenant = 't1'): OperationRequest => {
    made += 1;
    const header = { alg: 'ES256', typ: 'dpop+jwt', jwk: { ...wallet.jwk } };
    const claims = { jti: `j${made}`, htm: 'POST', htu: URL_CALLED, iat: now / 1000, ...payload };
    const proof = jwt(header, claims, wallet.privateKey);
    return { tenant, method: 'POST', url: URL_CALLED, headers: { dpop: proof } } as unknown as OperationRequest;
  };
  const check = async (payload?: object, tenant?: string): Promise<CheckedDpop> =>
    (await dpop.check(request(payload, tenant))) ?? assert.fail();
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { dpop, cache, request, check, pass };
}

test('the check marks nothing; the use marks once', async () => {
  const { dpop, cache, request } = world();
  const same = request();
  const [one, two] = [await dpop.check(same), await dpop.check(same)];
  assert.equal(one?.jkt, wallet.thumbprint);
  assert.equal(cache.size(), 0);
  await one?.use();
  assert.equal(cache.size(), 1);
  const again = await two?.use().catch((error) => error);
  assert.deepEqual([again.code, again.options.reason], ['invalid_dpop_proof', 'dpop_replayed']);
});

test('without a DPoP header there is nothing to check', async () => {
  const { dpop } = world();
  assert.equal(await dpop.check({ tenant: 't1', headers: {} } as unknown as OperationRequest), undefined);
});

test('an error that a nonce can fix contains one, at the check and at the use', async () => {
  const { check, dpop, request, pass } = world({ DPOP_NONCE: 'required' });
  const asked = await dpop.check(request()).catch((error) => error);
  assert.equal(asked.code, 'use_dpop_nonce');
  const nonce = asked.options.headers['dpop-nonce'];
  const payload = { jti: 'same', nonce };
  await (await check(payload)).use();
  const again = await (await check(payload)).use().catch((error) => error);
  assert.deepEqual([again.code, again.options.reason], ['invalid_dpop_proof', 'dpop_replayed']);
  assert.equal(typeof again.options.headers['dpop-nonce'], 'string');
  pass(300_000);
  await assert.rejects(check({ nonce }), { code: 'use_dpop_nonce' });
});

test('one holder is limited to 500 proofs in 310 s, and other holders are not affected', async () => {
  const { check, cache, pass } = world();
  for (let proof = 0; proof < 500; proof += 1) await (await check()).use(HOLDER);
  const marks = cache.size();
  const refused = await (await check()).use(HOLDER).catch((error) => error);
  assert.equal(refused.code, 'rate_limited');
  assert.deepEqual([refused.options.reason, refused.options.facts], ['rate_limited', { retryAfterSeconds: 310 }]);
  assert.equal(refused.options.headers['retry-after'], '310');
  assert.equal(cache.size(), marks, 'what is refused is not marked');
  await (await check()).use('another token');
  await (await check()).use();
  await (await check({}, 't2')).use(HOLDER);
  pass(310_000);
  await (await check()).use(HOLDER);
});
