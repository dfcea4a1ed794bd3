import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@countersign/shared/clock';
import { createVaults } from '@countersign/shared/crypto/vaults';
import { systemRandom } from '@countersign/shared/random';
import { commandOutput } from '@countersign/shared/test/runtime/command-output';
import { tenantSecret } from '@countersign/webhook-dispatcher/tenant-secret';
import { runWebhookSecret } from '../src/webhook-secret-main.ts';
import { MASTER_KEY, operatorData } from './operator-data.ts';

test('the secret of a tenant is that by which its webhooks are signed, each time', async (t) => {
  const { env, use } = await operatorData(t);
  const secretOf = async (...args: readonly string[]): Promise<string> => {
    const { code, written, told } = await commandOutput(runWebhookSecret, args, env);
    assert.deepEqual([code, told], [0, '']);
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

test('wrong arguments, a wrong key and no store are told in words', async (t) => {
  const { env } = await operatorData(t);
  await commandOutput(runWebhookSecret, ['root'], env);
  const other = Buffer.alloc(32, 9).toString('base64url');
  const attempts: readonly (readonly [RegExp, readonly string[], Readonly<Record<string, string>>])[] = [
    [/^usage: npm run webhook-secret -- <tenant>\n/, ['../x'], {}],
    [/^usage: npm run webhook-secret -- <tenant>\n/, ['one', 'two'], {}],
    [/^usage: npm run webhook-secret -- <tenant>\n/, ['--help'], {}],
    [/^The data key of tenant root is wrapped by another master key/, ['root'], { MASTER_KEY: other }],
    [/^There is no store in /, ['root'], { DATA_FOLDER: '/nowhere' }],
    [/MASTER_KEY/, ['root'], { MASTER_KEY: 'CANARY' }],
  ];
  for (const [expected, args, more] of attempts) {
    const { code, written, told } = await commandOutput(runWebhookSecret, args, { ...env, ...more });
    assert.deepEqual([code, written], [1, '']);
    assert.match(told, expected);
    assert.doesNotMatch(told, /CANARY|\n\s+at /);
  }
});
