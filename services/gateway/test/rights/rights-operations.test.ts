import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OperationRequest, operationNamed } from '@countersign/shared/http/message';
import { systemRandom } from '@countersign/shared/kernel/random';
import { rightsOperations } from '../../src/rights/rights-operations.ts';
import type { RightsParts } from '../../src/rights/rights-parts.ts';
import { loginWorld } from '../login/world.ts';

const rights = { presentation: 'rights', from: [['family_name'], ['number']], authority: { name: 'Authority' } };

async function world(t: Parameters<typeof loginWorld>[0], hasPage = true) {
  const { store, clock, vaults } = await loginWorld(t);
  const calls: (readonly [string, unknown])[] = [];
  const call: RightsParts['call'] = async (operation, { body }) => {
    calls.push([operation, body]);
    return { body: { session: 's', link: 'openid4vp://?request_uri=x' } };
  };
  const audit = { record: async () => undefined, line: async () => undefined };
  const settings = { PUBLIC_URL: 'https://wallets.example', SESSION_TTL: 120 };
  const requirementsOf = () => (hasPage ? { rights } : {});
  const brandOf = async () => ({ name: 'Shop' });
  const parts = { store, clock, vaults, settings, requirementsOf, brandOf, audit, call, random: systemRandom };
  const operations = rightsOperations(parts as unknown as RightsParts);
  const run = (name: string, more: object = {}) => {
    const operation = operationNamed(operations, `gateway.rights.${name}`);
    const asked = { id: 'r', tenant: 'acme', params: {}, query: {}, headers: {}, body: {}, ...more };
    return operation?.(asked as unknown as OperationRequest);
  };
  return { run, calls };
}

test('a tenant without the setting has none of the addresses', async (t) => {
  const { run } = await world(t, false);
  for (const name of ['page', 'start', 'return', 'erase']) {
    await assert.rejects(async () => run(name), { code: 'not_found' }, name);
  }
});

test('the request asks for the claims in `from` alone, on this device, no longer than a session lives', async (t) => {
  const { run, calls } = await world(t);
  const reply = await run('start');
  assert.equal(reply?.status, 303);
  assert.equal(reply?.headers?.location, 'https://wallets.example/acme/rights');
  assert.deepEqual(calls, [
    [
      'verifier.login.request',
      {
        requestId: 'rights',
        paths: rights.from,
        redirectUri: 'https://wallets.example/acme/rights/return',
        crossDevice: false,
        release: true,
        expiresIn: 120,
      },
    ],
  ]);
  assert.doesNotMatch(reply?.cookies?.join() ?? '', /openid4vp|"session"/, 'the cookie is sealed');
});

test('the page calls nobody before a visit, and an erasure without one is refused', async (t) => {
  const { run, calls } = await world(t);
  assert.equal((await run('page'))?.status, 200);
  assert.equal((await run('erase', { body: { token: 'x' } }))?.status, 403);
  assert.equal((await run('return', { query: { response_code: 'x' } }))?.status, 400);
  assert.deepEqual(calls, []);
});
