import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { logins } from '@countersign/shared/test/model/every-tenant';
import { findAccount, loginContext, loginId } from '../../src/login/account.ts';
import type { LoginClients } from '../../src/login/clients.ts';
import type { Person } from '../../src/login/person.ts';
import { clientOf } from './given.ts';
import { loginWorld } from './world.ts';

const person: Person = {
  sub: 'subject',
  authTime: 1_893_456_000,
  amr: ['pop'],
  userinfo: { given_name: 'Erika' },
  idToken: { birthdate: '1964-08-12' },
  claims: { given_name: 'Erika', birthdate: '1964-08-12' },
};

async function opened(t: TestContext) {
  const world = await loginWorld(t);
  let client: ReturnType<typeof clientOf> | undefined = clientOf({ verified: { trust_framework: 'eidas' } });
  const clients = { get: async () => client } as unknown as LoginClients;
  const id = loginId('default', 'uid');
  const sealedPerson = (await world.vaults.of('default')).seal(JSON.stringify(person), loginContext({ id }));
  const login = {
    id,
    tenant: 'default',
    kind: 'login',
    client: 'shop',
    session: 's',
    endsAt: world.clock() + 1000,
  } as const;
  const document = { ...login, sealedPerson };
  await world.store.insert(logins, document);
  const find = (uid = 'uid', tenant = 'default') => findAccount({ ...world, clients }, tenant, uid);
  return {
    ...world,
    find,
    removeClient: () => {
      client = undefined;
    },
  };
}

test('an account has its subject, and claims for the place that asks', async (t) => {
  const account = await (await opened(t)).find();
  assert.equal(account?.sub, 'subject');
  assert.deepEqual(await account?.claims('userinfo', '', {}), { given_name: 'Erika' });
  assert.deepEqual(await account?.claims('id_token', '', {}), { birthdate: '1964-08-12' });
  const verified_claims = { verification: { trust_framework: null }, claims: { birthdate: null } };
  assert.deepEqual(await account?.claims('userinfo', '', { verified_claims }), {
    given_name: 'Erika',
    verified_claims: { verification: { trust_framework: 'eidas' }, claims: { birthdate: '1964-08-12' } },
  });
});

test('there is no account at the end of the login, for another tenant, or without the client', async (t) => {
  const { find, advance, removeClient } = await opened(t);
  assert.equal(await find('other'), undefined);
  assert.equal(await find('uid', 'root'), undefined);
  advance(1000);
  assert.equal(await find(), undefined);
  advance(-1000);
  removeClient();
  assert.equal(await find(), undefined);
});
