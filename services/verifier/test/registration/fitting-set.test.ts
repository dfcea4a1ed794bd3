import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { subjectWith, TENANT_KEY } from '@countersign/european-trust/test/registration/registrar';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { access, accessAuthority, openRegistered, registered } from './registered-world.ts';

const KEY = String(TENANT_KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const other = await accessAuthority.certificate({ subject: subjectWith({ '2.5.4.97': 'NTRDE-HRB999' }) });

/** A tenant whose access certificates are in named sets, by their names. */
async function open(t: TestContext, sets: Readonly<Record<string, { toString(): string }>>) {
  const world = await openRegistered(t);
  rmSync(join(world.configFolder, 'keys'), { recursive: true });
  rmSync(join(world.configFolder, 'presentation'), { recursive: true });
  for (const [set, chain] of Object.entries(sets)) {
    world.write(`keys/${set}/request.key.pem`, KEY);
    world.write(`keys/${set}/request.chain.pem`, String(chain));
  }
  const put = async (id: string): Promise<unknown> => {
    const body = { id, jwt: await registered() };
    try {
      const { body: view } = await world.call('verifier.registration.put', { method: 'POST', encoding: 'json', body });
      return (view as JsonObject).state;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return error.options.reason;
    }
  };
  const states = async (): Promise<unknown> =>
    ((await world.call('verifier.registration.list')).body as readonly JsonObject[]).map(({ state }) => state);
  return { put, states };
}

test('a certificate that nothing names is checked with the access certificate of the only set', async (t) => {
  const { put, states } = await open(t, { shop: access.certificate });
  assert.equal(await put('new'), 'valid');
  assert.deepEqual(await states(), ['valid', 'valid']);
});

test('of several sets one is enough, and none of them is refused', async (t) => {
  const both = await open(t, { other: other.certificate, shop: access.certificate });
  assert.equal(await both.put('new'), 'valid');
  const foreign = await open(t, { other: other.certificate });
  assert.equal(await foreign.put('new'), 'registration_certificate_not_bound');
  assert.deepEqual(await foreign.states(), ['refused']);
});

test('without an access certificate it is refused', async (t) => {
  const { put } = await open(t, {});
  assert.equal(await put('new'), 'registration_certificate_not_bound');
});
