/** The note about the person of a credential: a keyed pseudonym, once per session. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { activeCredentials } from '@countersign/shared/test/model/every-tenant';
import { noteActive } from '../../src/credential/note-active.ts';
import { openRenewable, tokenFor } from '../token/renewable.ts';

const configuration = { id: 'pid', oneActive: { subject: ['/number'] } };

test('the person appears as a pseudonym only, the same in every session, different in another configuration', async (t) => {
  const made = await openRenewable(t);
  const session = await made.stored((await tokenFor(made)).session);
  const vault = await made.platform.vaults.of('default');
  const note = (id: string, claims: JsonObject, more: object = {}) =>
    noteActive(made.platform, vault, { session: { ...session, id }, configuration, claims, exp: 5, ...more });
  await note('a', { number: 'P-1234567' });
  await note('b', { number: ' P-1234567 ' });
  await note('c', { number: 'P-7654321' });
  await note('d', { number: 'P-1234567' }, { configuration: { ...configuration, id: 'member' } });
  const { documents } = await made.store.find(activeCredentials, { index: 'tenant', limit: 10 });
  const of = (id: string) => documents.find((one) => one.session === id) ?? assert.fail(id);
  assert.ok(!JSON.stringify(documents).includes('1234567'));
  assert.equal(of('a').subject, of('b').subject);
  assert.equal(new Set(documents.map(({ subject }) => subject)).size, 3);
  const other = await made.platform.vaults.of('acme');
  await noteActive(made.platform, other, {
    session: { ...session, id: 'e', tenant: 'acme' },
    configuration,
    claims: { number: 'P-1234567' },
  });
  const all = (await made.store.find(activeCredentials, { index: 'tenant', limit: 10 })).documents;
  assert.equal(all.filter(({ subject }) => subject === of('a').subject).length, 2, 'tenants have different keys');
});

test('a second request keeps the time of the first, and a later end; a replaced session issues nothing more', async (t) => {
  const made = await openRenewable(t);
  const session = await made.stored((await tokenFor(made)).session);
  const vault = await made.platform.vaults.of('default');
  const note = (exp: number) =>
    noteActive(made.platform, vault, { session, configuration, claims: { number: 1 }, exp });
  const stored = async () => {
    const { documents } = await made.store.find(activeCredentials, { index: 'tenant', limit: 10 });
    return documents[0] ?? assert.fail();
  };
  await note(5);
  const { issuedAt } = await stored();
  made.now += 1000;
  await note(7);
  await note(6);
  assert.deepEqual([(await stored()).issuedAt, (await stored()).removeAt], [issuedAt, 7000]);
  await made.store.replace(activeCredentials, { ...(await stored()), state: 'replaced' });
  await assert.rejects(note(9), { code: 'credential_request_denied' });
  assert.equal((await stored()).removeAt, 7000);
});
