import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openAccount } from '@countersign/european-trust/acme/acme-account';
import { createAcmeAccounts } from '@countersign/european-trust/acme/acme-accounts';
import { createAcmeExchange } from '@countersign/european-trust/acme/acme-exchange';
import { createMockAuthority, DIRECTORY } from '@countersign/european-trust/test/acme/mock-authority';
import { NOW } from '@countersign/european-trust/test/registration/registrar';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import type { Store } from '@countersign/shared/store/port';
import { replaceKeys } from '../src/account-keys.ts';
import { commands } from '../src/commands.ts';
import { operatorOutput } from './command-output.ts';
import { MASTER_KEY, operatorData } from './operator-data.ts';

const NAME = 'account-keys';
const clock = (): number => NOW;

async function world(t: TestContext, { keyChange = true } = {}) {
  const { env, folder, use } = await operatorData(t);
  const config = join(folder, 'config');
  mkdirSync(config);
  const certificate = {
    directory: DIRECTORY,
    identifiers: [{ type: 'wrp-id', value: 'NTRDE-HRB123456' }],
    subject: { commonName: 'Shop' },
  };
  writeFileSync(join(config, 'acme.json'), JSON.stringify({ certificates: [certificate] }));
  const mock = await createMockAuthority({ keyChange });
  const accountsIn = (store: Store) =>
    createAcmeAccounts({
      store,
      clock,
      vaults: createVaults({ store, clock, random: systemRandom, masterKey: Buffer.from(MASTER_KEY, 'base64url') }),
    });
  const open = (): Promise<void> =>
    use(async (store) => {
      const accounts = accountsIn(store);
      const { key } = await accounts.of('default', DIRECTORY);
      const exchange = createAcmeExchange({ outbound: mock.outbound, clock, key, address: DIRECTORY });
      const url = await openAccount(exchange, { key, contact: [], termsOfServiceAgreed: true });
      await accounts.keepUrl('default', DIRECTORY, url);
    });
  const keyNow = () => use(async (store) => (await accountsIn(store).of('default', DIRECTORY)).key.publicJwk.x);
  const table = {
    ...commands,
    [NAME]: {
      ...(commands[NAME] ?? assert.fail()),
      load: async () => (run: Parameters<typeof replaceKeys>[0]) => replaceKeys(run, () => mock.outbound),
    },
  };
  const run = (...args: readonly string[]) =>
    operatorOutput([NAME, ...args], { env: { ...env, CONFIG_FOLDER: config }, commands: table, clock });
  return { open, keyNow, run, config };
}

test('the key of the account is replaced with --yes only', async (t) => {
  const { open, keyNow, run } = await world(t);
  const none = await run('--yes');
  assert.deepEqual([none.code, none.written], [0, `${DIRECTORY} no_account\n`]);
  await open();
  const before = await keyNow();
  const dry = await run();
  assert.deepEqual([dry.code, dry.written], [1, `${DIRECTORY} would be replaced\n`]);
  assert.match(dry.reported, /Nothing was changed/);
  assert.equal(await keyNow(), before);
  const done = await run('default', '--yes');
  assert.deepEqual([done.code, done.written], [0, `${DIRECTORY} replaced\n`]);
  assert.notEqual(await keyNow(), before);
});

test('a refusal by the authority shows its reason, and the key stays', async (t) => {
  const { open, keyNow, run } = await world(t, { keyChange: false });
  await open();
  const before = await keyNow();
  const { code, written } = await run('--yes');
  assert.equal(code, 1);
  assert.match(written, /^\S+ failed acme_\w+: [A-Z].*\.\n$/);
  assert.equal(await keyNow(), before);
});

test('an unknown tenant and a tenant without authorities are errors', async (t) => {
  const { run, config } = await world(t);
  const unknown = await run('nope', '--yes');
  assert.equal(unknown.code, 1);
  assert.match(unknown.reported, /There is no tenant nope/);
  assert.match((await run('../x')).reported, /^usage: /);
  writeFileSync(join(config, 'acme.json'), '{');
  const unreadable = await run('--yes');
  assert.equal(unreadable.code, 1);
  assert.match(unreadable.reported, /acme\.json of default is missing/);
});
