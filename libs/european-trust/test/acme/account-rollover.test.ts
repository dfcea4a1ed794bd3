import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { rollOverAccount } from '../../src/acme/account-rollover.ts';
import { findAccount, openAccount } from '../../src/acme/acme-account.ts';
import { createAcmeAccounts } from '../../src/acme/acme-accounts.ts';
import { createAcmeExchange } from '../../src/acme/acme-exchange.ts';
import type { AccountKey } from '../../src/acme/signed-request.ts';
import { NOW } from '../registration/registrar.ts';
import { refusalOf } from './acme-client.ts';
import { createMockAuthority, DIRECTORY, type MockOptions } from './mock-authority.ts';

async function world(t: TestContext, options: MockOptions = {}) {
  const store = await temporaryStore(t);
  const clock = (): number => NOW;
  const mock = await createMockAuthority(options);
  const vaults = createVaults({ store, clock, random: systemRandom, masterKey: Buffer.alloc(32, 1) });
  const accounts = createAcmeAccounts({ store, vaults, clock });
  const exchangeOf = (key: AccountKey) =>
    createAcmeExchange({ outbound: mock.outbound, clock, key, address: DIRECTORY });
  const { key } = await accounts.of('acme', DIRECTORY);
  const open = async (): Promise<string> => {
    const url = await openAccount(exchangeOf(key), { key, contact: [], termsOfServiceAgreed: true });
    await accounts.keepUrl('acme', DIRECTORY, url);
    return url;
  };
  const roll = () => rollOverAccount({ accounts, outbound: mock.outbound, clock }, 'acme', DIRECTORY);
  return { mock, accounts, exchangeOf, key, open, roll };
}

test('the account stays, the next key is its key, and the current one has none any more', async (t) => {
  const { accounts, exchangeOf, key, open, roll } = await world(t);
  assert.equal(await roll(), false);
  const url = await open();
  assert.equal(await roll(), true);
  const after = await accounts.of('acme', DIRECTORY);
  assert.equal(after.url, url);
  assert.notEqual(after.key.publicJwk.x, key.publicJwk.x);
  assert.equal(await findAccount(exchangeOf(after.key)), url);
  assert.equal(await findAccount(exchangeOf(key)), undefined);
});

test('a lost response is no lost account: the next attempt finds what the authority has taken', async (t) => {
  const { mock, accounts, exchangeOf, key, open, roll } = await world(t);
  const url = await open();
  const { request } = mock.outbound;
  Object.assign(mock.outbound, {
    request: async (given: Parameters<typeof request>[0]) => {
      const answer = await request(given);
      if (given.url.endsWith('/key-change')) throw new Error('the process ended');
      return answer;
    },
  });
  await assert.rejects(roll(), /the process ended/);
  assert.deepEqual((await accounts.of('acme', DIRECTORY)).key.publicJwk, key.publicJwk);
  Object.assign(mock.outbound, { request });
  assert.equal(await roll(), true);
  const after = await accounts.of('acme', DIRECTORY);
  assert.equal(await findAccount(exchangeOf(after.key)), url);
  assert.equal(mock.asked.filter((path) => path === '/key-change').length, 1);
});

test('a refused change keeps the current key, and the same next key is tried again', async (t) => {
  const { mock, accounts, exchangeOf, key, open, roll } = await world(t);
  const url = await open();
  mock.faults.answer = (path) => (path === '/key-change' ? { status: 403 } : undefined);
  assert.equal((await refusalOf(roll())).reason, 'acme_account_refused');
  const next = await accounts.next('acme', DIRECTORY);
  assert.equal(await findAccount(exchangeOf(key)), url);
  delete mock.faults.answer;
  await roll();
  assert.deepEqual((await accounts.of('acme', DIRECTORY)).key.publicJwk, next.publicJwk);
});

test('an authority that changes no keys says so', async (t) => {
  const { open, roll } = await world(t, { keyChange: false });
  await open();
  assert.equal((await refusalOf(roll())).facts.detail, 'no_key_change');
});
