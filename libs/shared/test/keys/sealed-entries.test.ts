import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { createSealedEntries } from '../../src/keys/sealed-entries.ts';
import { createVaults } from '../../src/keys/vaults.ts';
import { temporaryStore } from '../store/temporary.ts';

interface Entry {
  readonly name: string;
  readonly text: string;
}

async function open(t: TestContext) {
  const store = await temporaryStore(t);
  const common = { store, clock: () => 0, random: systemRandom };
  const vaults = createVaults({ ...common, masterKey: Buffer.alloc(32, 1) });
  return createSealedEntries(
    { ...common, vaults },
    {
      kind: 'trust',
      id: 'lists',
      keyOf: ({ name }: Entry) => name,
      sizeOf: ({ text }) => text.length,
      room: 10,
      read: (entries) => entries.map(({ text }) => text).join(),
      full: (count) => new ProtocolError('conflict', 'full', { reason: 'trust_anchors_full', facts: { count } }),
    },
  );
}

test('an entry is stored for its tenant, replaced under its key, and deleted once', async (t) => {
  const entries = await open(t);
  for (const [name, text] of [
    ['one', 'a'],
    ['two', 'b'],
    ['one', 'c'],
  ] as const)
    await entries.put('acme', { name, text });
  assert.deepEqual(
    [await entries.of('acme'), await entries.now('acme'), await entries.of('other')],
    ['b,c', 'b,c', ''],
  );
  assert.deepEqual([await entries.delete('acme', 'one'), await entries.delete('acme', 'one')], [true, false]);
  assert.deepEqual(await entries.written('acme'), [{ name: 'two', text: 'b' }]);
});

test('of two deletions at the same time one finds the entry', async (t) => {
  const entries = await open(t);
  await entries.put('acme', { name: 'one', text: 'a' });
  const found = await Promise.all([entries.delete('acme', 'one'), entries.delete('acme', 'one')]);
  assert.deepEqual(found.sort(), [false, true]);
});

test('the room counts what stays and what comes, but not what is replaced', async (t) => {
  const entries = await open(t);
  await entries.put('acme', { name: 'one', text: '1234567890' });
  await entries.put('acme', { name: 'one', text: '0987654321' });
  const refused = entries.put('acme', { name: 'two', text: 'x' });
  await assert.rejects(refused, { code: 'conflict', options: { reason: 'trust_anchors_full', facts: { count: 1 } } });
  assert.equal(await entries.of('acme'), '0987654321');
});
