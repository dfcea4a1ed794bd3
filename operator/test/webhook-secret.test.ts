import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '@countersign/shared/kernel/clock';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { lockFolder } from '@countersign/shared/store/lmdb/folder-lock';
import { keyDocuments } from '@countersign/shared/test/model/every-tenant';
import { tenantSecret } from '@countersign/webhook-dispatcher/sending/tenant-secret';
import { noteCluster } from '../src/data/running-cluster.ts';
import { commandOutput } from './command-output.ts';
import { MASTER_KEY, operatorData } from './operator-data.ts';

test('the secret of a tenant is the one that signs its webhooks, at each call', async (t) => {
  const { env: given, folder, use } = await operatorData(t);
  const env = { ...given, AUTH_CLIENT_SECRET: 'operator-test-client-secret' };
  const secretOf = async (...args: readonly string[]): Promise<string> => {
    const { code, written, reported } = await commandOutput('webhook-secret', [...args, '--yes'], env);
    assert.deepEqual([code, reported], [0, `on the embedded store in ${join(folder, 'store')}\n`]);
    return /^whsec_(\S+)\n$/.exec(written)?.[1] ?? assert.fail(written);
  };
  const secret = await secretOf('root');
  const masterKey = Buffer.from(MASTER_KEY, 'base64url');
  const signing = await use(async (store) => {
    const vaults = createVaults({ store, masterKey, random: systemRandom, clock: systemClock });
    return tenantSecret(await vaults.of('root')).toString('base64');
  });
  assert.equal(secret, signing);
  assert.equal(await secretOf('root'), secret);
  assert.notEqual(await secretOf('default'), secret);
  assert.equal(await secretOf(), await secretOf('default'), 'that of variant A');
});

test('wrong arguments, a wrong key and no store are reported in words', async (t) => {
  const { env: given } = await operatorData(t);
  const env = { ...given, AUTH_CLIENT_SECRET: 'operator-test-client-secret' };
  await commandOutput('webhook-secret', ['root', '--yes'], env);
  const other = Buffer.alloc(32, 9).toString('base64url');
  const attempts: readonly (readonly [RegExp, readonly string[], Readonly<Record<string, string>>])[] = [
    [/^usage: npm run operator -- webhook-secret \[tenant\] \[--yes\]\n/, ['../x'], {}],
    [/^usage: npm run operator -- webhook-secret \[tenant\] \[--yes\]\n/, ['one', 'two'], {}],
    [/^on .*\nThe data key of tenant root is wrapped by a different master key/, ['root'], { MASTER_KEY: other }],
    [/^There is no store in /, ['root'], { DATA_FOLDER: '/nowhere' }],
    [/MASTER_KEY/, ['root'], { MASTER_KEY: 'CANARY' }],
  ];
  for (const [expected, args, more] of attempts) {
    const { code, written, reported } = await commandOutput('webhook-secret', args, { ...env, ...more });
    assert.deepEqual([code, written], [1, '']);
    assert.match(reported, expected);
    assert.doesNotMatch(reported, /CANARY|\n\s+at /);
  }
});

test('an unknown tenant is an error, and one without a key gets a key only with --yes', async (t) => {
  const { env, folder, use } = await operatorData(t);
  const configured = { ...env, AUTH_CLIENT_SECRET: 'operator-test-client-secret' };
  const keys = () => use(async (store) => (await store.find(keyDocuments, { index: 'purpose', limit: 9 })).documents);
  for (const [args, why] of [
    [['nope'], /^There is no tenant nope: /m],
    [['nope', '--yes'], /^There is no tenant nope: /m],
    [['root'], /^The tenant root has no key yet: .*--yes/m],
    [[], /^The tenant default has no key yet: /m],
  ] as const) {
    const { code, written, reported } = await commandOutput('webhook-secret', args, configured);
    assert.deepEqual([code, written], [1, ''], args.join());
    assert.match(reported, why);
    assert.deepEqual(await keys(), []);
  }
  assert.equal((await commandOutput('webhook-secret', ['root', '--yes'], configured)).code, 0);
  assert.deepEqual(
    (await keys()).map(({ id }) => id),
    ['root/data/1'],
  );
  assert.equal(existsSync(join(folder, 'secrets.json')), false, 'no secret is made either');
});

test('while a cluster runs with the same folder the secret is not that of the embedded store', async (t) => {
  const { env, folder } = await operatorData(t);
  const alone = await commandOutput('webhook-secret', ['default', '--yes'], env);
  const unlock = await lockFolder(folder);
  t.after(unlock);
  noteCluster(folder, { MONGODB_URL: 'mongodb://user:CANARY@127.0.0.1:1', MONGODB_DATABASE: 'sessions' });
  const withCluster = await commandOutput('webhook-secret', ['default'], { ...env, MONGODB_TIMEOUT: '300' });
  assert.deepEqual([alone.code, withCluster.code, withCluster.written], [0, 1, '']);
  assert.match(withCluster.reported, /^on MongoDB at 127\.0\.0\.1:1, database sessions\n.*database unavailable\n$/);
});

test('help, before anything is opened', async () => {
  const { code, written, reported } = await commandOutput('webhook-secret', ['default', '--help']);
  assert.deepEqual([code, reported], [0, '']);
  assert.match(written, /^Prints the secret [\s\S]*usage: npm run operator -- webhook-secret \[tenant\]/);
});
