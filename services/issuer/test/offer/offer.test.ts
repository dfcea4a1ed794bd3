import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { openIssuer, refusal } from '../world.ts';

const CREATE = 'issuer.offer.create';
const asked: JsonObject = { flow: 'authorization_code', credentialConfigurationIds: ['pid'] };

test('an offer is stored sealed, until it expires', async (t) => {
  const world = await openIssuer(t, { SESSION_TTL: '3600' });
  const body = { ...asked, claims: { pid: { given_name: 'Erika-4711' } }, state: 'course', expiresIn: 60 };
  const reply = await world.post(CREATE, body);
  const { session, expiresAt, txCode } = reply.body as Record<string, string>;
  assert.equal(expiresAt, new Date(world.now + 60_000).toISOString());
  assert.equal(txCode, undefined);
  const stored = await world.stored(session ?? '');
  assert.deepEqual([stored.status, stored.state, stored.kind], ['created', 'course', 'issuance']);
  assert.deepEqual(stored.issuance.configurationIds, ['pid']);
  assert.ok(!JSON.stringify(stored).includes('4711'));
});

test('an offer is stored with the audit record of its call', async (t) => {
  const world = await openIssuer(t);
  const record = { id: 'r', tenant: 'default', at: 1, action: 'offer.made', client: 'c' };
  const reply = await world.call(CREATE, { method: 'POST', encoding: 'json', body: asked, record });
  const { session } = reply.body as { readonly session: string };
  assert.equal(reply.recorded, true);
  assert.deepEqual(await world.store.get(auditRecords, 'r'), { ...record, session, rev: 1 });
  assert.equal((await world.post(CREATE, asked)).recorded, undefined);
});

test('a transaction code is returned to the backend alone; the wallet gets its form', async (t) => {
  const world = await openIssuer(t);
  const body = { ...asked, flow: 'pre_authorized_code', tx_code: true };
  const { session, txCode } = (await world.post(CREATE, body)).body as Record<string, string>;
  assert.match(txCode ?? '', /^\d{6}$/);
  const { issuance } = await world.stored(session ?? '');
  assert.equal(issuance.txCode?.failures, 0);
  assert.ok(!JSON.stringify(issuance).includes(`"${txCode}"`));
});

const refused: readonly [name: string, change: JsonObject, pointer: string][] = [
  ['one that is unknown', { credentialConfigurationIds: ['pid', 'gone'] }, '/credentialConfigurationIds/1'],
  ['a life that is too long', { expiresIn: 10_000_000 }, '/expiresIn'],
  ['two presentations', { credentialConfigurationIds: ['member', 'club'] }, '/credentialConfigurationIds'],
];
for (const [name, change, pointer] of refused) {
  test(`refused: ${name}`, async (t) => {
    const world = await openIssuer(t);
    const { code, options } = await refusal(world.post(CREATE, { ...asked, ...change }));
    assert.equal(code, 'invalid_request');
    assert.deepEqual(
      options.errors?.map((error) => error.pointer),
      [pointer],
    );
  });
}

test('an offer that requires a presentation requires its configuration', async (t) => {
  const world = await openIssuer(t);
  const body = { ...asked, credentialConfigurationIds: ['member'] };
  await world.post(CREATE, body);
  Object.assign(world.platform, { call: async () => ({ body: { exists: false, why: 'It is broken' } }) });
  const { options } = await refusal(world.post(CREATE, body));
  const [error] = options.errors ?? [];
  assert.equal(error?.pointer, '/credentialConfigurationIds/0');
  assert.match(error?.detail ?? '', /login.*It is broken/);
});
