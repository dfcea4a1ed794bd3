import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import type { Vaults } from '../../src/keys/vault.ts';
import { createVaults, MasterKeyError } from '../../src/keys/vaults.ts';
import { ERASED_KEY } from '../../src/model/keys/key-documents.ts';
import type { Store } from '../../src/store/port.ts';
import { tampered } from '../crypto/tampered.ts';
import { keyDocuments } from '../model/every-tenant.ts';
import { temporaryStore } from '../store/temporary.ts';

const masterKey = Buffer.alloc(32, 1);
const newer = Buffer.alloc(32, 2);
const clock = (): number => 1_000;

function vaultsOver(store: Store, master = masterKey, previousMasterKey?: Buffer): Vaults {
  const previous = previousMasterKey === undefined ? {} : { previousMasterKey };
  return createVaults({ store, masterKey: master, ...previous, random: systemRandom, clock });
}

function unreadable(call: () => unknown): void {
  assert.throws(call, (error) => error instanceof ProtocolError && error.code === 'server_error');
}

test('a sealed text opens under its own context and tenant alone', async (t) => {
  const vaults = vaultsOver(await temporaryStore(t));
  const vault = await vaults.of('a');
  const sealed = vault.seal('{"offer":"ü"}', 'session/1/offer');
  assert.equal(vault.open(sealed, 'session/1/offer'), '{"offer":"ü"}');
  unreadable(() => vault.open(sealed, 'session/2/offer'));
  const other = await vaults.of('b');
  unreadable(() => other.open(sealed, 'session/1/offer'));
  unreadable(() => vault.open(tampered(sealed), 'session/1/offer'));
  unreadable(() => vault.open('', 'session/1/offer'));
});

test('two replicas that start at once end with the same data key', async (t) => {
  const store = await temporaryStore(t);
  const vaults = await Promise.all(Array.from({ length: 8 }, () => vaultsOver(store).of('a')));
  const sealed = vaults[0]?.seal('text', 'context') ?? '';
  for (const vault of vaults) {
    assert.equal(vault.open(sealed, 'context'), 'text');
    assert.deepEqual(vault.derive('nonce'), vaults[0]?.derive('nonce'));
  }
});

test('an erased tenant has no vault, or that of the keys that are kept', async (t) => {
  const store = await temporaryStore(t);
  const kept = (await vaultsOver(store).of('a', 2)).seal('key', 'context');
  const own = (await vaultsOver(store).of('a')).seal('claims', 'context');
  for (const tenant of ['a', 'b']) {
    await vaultsOver(store).of(tenant);
    const key = (await store.get(keyDocuments, `${tenant}/data/1`)) ?? assert.fail();
    await store.replace(keyDocuments, { ...key, sealed: ERASED_KEY });
  }
  const after = vaultsOver(store);
  const vault = await after.of('a');
  assert.equal(vault.open(kept, 'context'), 'key');
  unreadable(() => vault.open(own, 'context'));
  await assert.rejects(after.of('b'), (error) => error instanceof ProtocolError && error.code === 'gone');
});

test('derived keys differ by purpose and tenant', async (t) => {
  const vaults = vaultsOver(await temporaryStore(t));
  const [a, b] = await Promise.all([vaults.of('a'), vaults.of('b')]);
  assert.equal(a.derive('nonce').length, 32);
  assert.notDeepEqual(a.derive('nonce'), a.derive('permutation'));
  assert.notDeepEqual(a.derive('nonce'), b.derive('nonce'));
});

test('the stored document holds the data key wrapped, not in plaintext', async (t) => {
  const store = await temporaryStore(t);
  const drawn: Buffer[] = [];
  const random = (bytes: number): Buffer => {
    const value = systemRandom(bytes);
    drawn.push(value);
    return value;
  };
  await createVaults({ store, masterKey, random, clock }).of('a');
  const document = await store.get(keyDocuments, 'a/data/1');
  const dataKey = drawn.find((value) => value.length === 32);
  assert.ok(dataKey !== undefined && document !== undefined);
  const bytes = Buffer.from(document.sealed.split('.')[1] ?? '', 'base64url');
  assert.ok(!bytes.includes(dataKey) && !bytes.includes(masterKey));
  assert.ok(!JSON.stringify(document).includes(dataKey.toString('base64url')));
});

test('rotation: opened by the previous master key, wrapped again, then the new one is enough', async (t) => {
  const store = await temporaryStore(t);
  const sealed = (await vaultsOver(store).of('a')).seal('text', 'context');
  const rotated = await Promise.all([
    vaultsOver(store, newer, masterKey).of('a'),
    vaultsOver(store, newer, masterKey).of('a'),
  ]);
  for (const vault of rotated) assert.equal(vault.open(sealed, 'context'), 'text');
  assert.equal((await vaultsOver(store, newer).of('a')).open(sealed, 'context'), 'text');
  await assert.rejects(vaultsOver(store).of('a'), MasterKeyError);
});

test('a wrong master key is named, its value is not; and the next try is a new one', async (t) => {
  const store = await temporaryStore(t);
  await vaultsOver(store).of('a');
  const wrong = vaultsOver(store, newer);
  await assert.rejects(wrong.of('a'), (error: Error) => {
    assert.match(error.message, /MASTER_KEY/);
    for (const key of [masterKey, newer]) {
      assert.ok(!error.message.includes(key.toString('base64url')) && !error.message.includes(key.toString('hex')));
    }
    return true;
  });
  const document = await store.get(keyDocuments, 'a/data/1');
  assert.ok(document !== undefined);
  await store.delete(keyDocuments, document);
  assert.ok(await wrong.of('a'));
});

test('a changed or moved document does not open', async (t) => {
  const store = await temporaryStore(t);
  await vaultsOver(store).of('a');
  await vaultsOver(store).of('b');
  const [a, b] = await Promise.all([store.get(keyDocuments, 'a/data/1'), store.get(keyDocuments, 'b/data/1')]);
  assert.ok(a !== undefined && b !== undefined);
  await store.replace(keyDocuments, { ...a, sealed: b.sealed });
  await assert.rejects(vaultsOver(store).of('a'), MasterKeyError);
});

test('a master key of another length is refused at once', async (t) => {
  const store = await temporaryStore(t);
  assert.throws(() => vaultsOver(store, Buffer.alloc(16)), /MASTER_KEY must be 32 bytes/);
  assert.throws(() => vaultsOver(store, masterKey, Buffer.alloc(16)), /MASTER_KEY_PREVIOUS/);
});
