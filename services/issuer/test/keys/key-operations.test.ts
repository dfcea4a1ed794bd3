import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createKeyRing } from '@countersign/shared/keys/key-ring';
import { createVaults } from '@countersign/shared/keys/vaults';
import type { ListedPurpose } from '@countersign/shared/model/keys/key-documents';
import { CA_LEAD, LEAD } from '@countersign/shared/model/keys/key-states';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { createKeyOperations } from '../../src/keys/key-operations.ts';

const DAY = 86_400_000;
const notGenerated = (error: unknown): boolean =>
  error instanceof ProtocolError && error.code === 'conflict' && error.options.reason === 'key_not_generated';

async function world(t: TestContext) {
  const [store, configFolder] = [await temporaryStore(t), await temporaryFolder(t)];
  const made = { now: Date.UTC(2030, 0, 2) };
  const clock = (): number => made.now;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  const options = { store, vaults, publicUrl: 'https://issuer.example', configFolder, clock, log: silentLog };
  const operations = createKeyOperations(options);
  return Object.assign(made, {
    configFolder,
    operations,
    ring: createKeyRing(options),
    states: async (purpose: ListedPurpose) => {
      const listed = (await operations.list('default')).find((one) => one.purpose === purpose);
      return { ...listed, states: (listed?.keys ?? []).map(({ state, privateKey }) => `${state} ${privateKey}`) };
    },
  });
}

test('a list makes no key', async (t) => {
  const { operations } = await world(t);
  const listed = await operations.list('default');
  assert.deepEqual(
    listed.map(({ purpose, rotation, keys }) => [purpose, rotation, keys.length]),
    [
      ['credential', 'call', 0],
      ['request', 'call', 0],
      ['metadata', 'with_credential', 0],
      ['mdoc', 'call', 0],
      ['list', 'call', 0],
      ['encryption', 'call', 0],
      ['ca', 'call', 0],
      ['iaca', 'call', 0],
    ],
  );
});

test('each purpose is rotated: pending, then active, and the one before is retiring', async (t) => {
  const made = await world(t);
  await made.ring.signer('default', 'credential');
  await made.ring.signer('default', 'mdoc');
  for (const purpose of ['credential', 'request', 'mdoc', 'encryption'] as const) {
    await made.operations.rotate('default', purpose);
    const rotated = await made.operations.rotate('default', purpose);
    assert.equal(rotated.state, 'pending', purpose);
    assert.equal(rotated.usedFrom, made.now + LEAD);
    assert.deepEqual((await made.states(purpose)).states, ['active local', 'pending local'], 'one at a time');
  }
  made.now += LEAD;
  for (const purpose of ['credential', 'request', 'mdoc', 'encryption'] as const) {
    assert.deepEqual((await made.states(purpose)).states, ['retiring local', 'active local']);
  }
});

test('a CA is published for 30 days before leaves are made under it; leaves of the one before stay good', async (t) => {
  const made = await world(t);
  const before = await made.ring.signer('default', 'credential');
  const rotated = await made.operations.rotate('default', 'ca');
  assert.equal(rotated.usedFrom, made.now + CA_LEAD);
  await made.operations.rotate('default', 'request');
  assert.equal((await made.ring.signer('default', 'request')).anchor, before.anchor);
  made.now += CA_LEAD;
  await made.operations.rotate('default', 'credential');
  made.now += LEAD;
  const after = await made.ring.signer('default', 'credential');
  assert.notEqual(after.anchor, before.anchor);
  assert.equal(after.anchor?.trim(), rotated.certificate?.pem.trim());
  assert.equal((await made.ring.anchors('default', 'credential')).length, 2);
});

test('the operator’s own key is shown, and replaced by files alone', async (t) => {
  const made = await world(t);
  await made.ring.signer('default', 'credential');
  const own = await makeSigningKey();
  await mkdir(join(made.configFolder, 'keys'));
  const chain = own.x5c.map((der) => `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`).join('');
  for (const purpose of ['credential', 'metadata']) {
    const pem = own.privateKey.export({ type: 'pkcs8', format: 'pem' });
    await writeFile(join(made.configFolder, 'keys', `${purpose}.key.pem`), pem);
    await writeFile(join(made.configFolder, 'keys', `${purpose}.chain.pem`), chain);
  }
  made.now += 1000;
  const listed = await made.states('credential');
  assert.equal(listed.rotation, 'files');
  assert.deepEqual(listed.states, ['retiring local', 'active file']);
  assert.equal(listed.keys?.at(-1)?.certificate?.subject, 'O=acme, CN=issuer.example');
  assert.equal((await made.states('metadata')).rotation, 'files');
  for (const purpose of ['credential', 'metadata'] as const) {
    await assert.rejects(made.operations.rotate('default', purpose), notGenerated);
  }
  await writeFile(join(made.configFolder, 'keys', 'credential.chain.pem'), 'nothing');
  made.now += 1000;
  const broken = await made.states('credential');
  assert.match(broken.broken ?? '', /^CONFIG_FOLDER.*credential\.chain\.pem/);
  await assert.rejects(made.operations.rotate('default', 'credential'), notGenerated);
});

test('metadata without files is rotated with the key of credentials', async (t) => {
  const { operations } = await world(t);
  await assert.rejects(operations.rotate('default', 'metadata'), notGenerated);
});

test('certificates have subject and end', async (t) => {
  const made = await world(t);
  const key = await made.ring.signer('default', 'credential');
  const [credential] = (await made.operations.list('default'))[0]?.keys ?? [];
  assert.equal(credential?.kid, key.kid);
  assert.equal(credential?.certificate?.notAfter, key.notAfter);
  assert.match(credential?.certificate?.sha256 ?? '', /^[0-9a-f]{64}$/);
  assert.ok(key.notAfter - made.now > 364 * DAY);
});
