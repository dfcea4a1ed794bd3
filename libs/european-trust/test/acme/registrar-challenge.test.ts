import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PartyAtRegistrar, publishInEntry, withdrawFromEntry } from '../../src/acme/registrar-challenge.ts';
import { createRegistrar } from '../../src/registrar/registrar-client.ts';
import { createMockRegistrar, REGISTER, TOKEN } from '../registrar/mock-registrar.ts';
import { NOW, PARTY } from '../registration/registrar.ts';
import { refusalOf } from './acme-client.ts';

const party = { tradeName: 'Example Shop', identifier: [{ type: 'EUID', identifier: PARTY }] };

async function world(change: Partial<PartyAtRegistrar> = {}, token: string | undefined = TOKEN) {
  const mock = await createMockRegistrar();
  mock.party = party;
  const trust = { anchors: mock.anchors, issuer: REGISTER };
  const registrar = createRegistrar({ outbound: mock.outbound, clock: () => NOW, url: REGISTER, trust, token });
  return { mock, at: { registrar, identifier: PARTY, party: undefined, ...change } };
}

test('the entry has the key authorization of each instance, and the rest of the party', async () => {
  const { mock, at } = await world();
  await publishInEntry(at, { keyAuthorization: 'token.one' });
  await publishInEntry(at, { instanceId: 'shop-1', keyAuthorization: 'token.two' });
  assert.deepEqual(mock.party, { ...party, 'acme-challenge': { default: 'token.one', 'shop-1': 'token.two' } });
  await withdrawFromEntry(at);
  assert.deepEqual(mock.party, { ...party, 'acme-challenge': { 'shop-1': 'token.two' } });
  await withdrawFromEntry(at, 'shop-1');
  assert.deepEqual(mock.party, party);
});

test('what the tenant registers is written, and not what the register publishes of it', async () => {
  const whole = { ...party, postalAddress: ['Example Street 1'] };
  const { mock, at } = await world({ party: whole });
  await publishInEntry(at, { keyAuthorization: 'token.one' });
  assert.deepEqual(mock.party, { ...whole, 'acme-challenge': { default: 'token.one' } });
  await withdrawFromEntry(at);
  assert.deepEqual(mock.party, whole);
});

test('nothing is written where nothing was published', async () => {
  const { mock, at } = await world();
  await withdrawFromEntry(at);
  mock.party = undefined;
  await withdrawFromEntry(at);
  assert.deepEqual(
    mock.asked.map(({ method }) => method),
    ['GET', 'GET'],
  );
});

test('a party without an entry, and a registrar that refuses, fail the challenge with the reason', async () => {
  const { mock, at } = await world();
  mock.party = undefined;
  const unknown = await refusalOf(publishInEntry(at, { keyAuthorization: 'token.one' }));
  assert.deepEqual([unknown.reason, unknown.facts.detail], ['acme_challenge_failed', 'party_not_registered']);
  const without = await world({}, 'another token');
  const refused = await refusalOf(publishInEntry(without.at, { keyAuthorization: 'token.one' }));
  assert.deepEqual([refused.reason, refused.facts.detail], ['acme_challenge_failed', 'registrar_unauthorized']);
});
