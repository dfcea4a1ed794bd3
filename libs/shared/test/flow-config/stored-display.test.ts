import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createStoredDisplay, entriesOf } from '../../src/flow-config/stored-display.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { createVaults } from '../../src/keys/vaults.ts';
import { flowConfigs } from '../model/every-tenant.ts';
import { temporaryStore } from '../store/temporary.ts';

async function world(t: TestContext) {
  const store = await temporaryStore(t);
  const at = { now: Date.UTC(2030, 0, 1) };
  const clock = () => at.now;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  const replica = () => createStoredDisplay({ store, vaults, clock, random: systemRandom });
  const documents = async () => (await store.find(flowConfigs, { index: 'list', limit: 100 })).documents;
  return { at, replica, documents };
}

const bytes = (text: string): Buffer => Buffer.from(text);

test('entries are read, replaced and deleted, and images stay', async (t) => {
  const { replica } = await world(t);
  const display = replica();
  assert.equal(await display.deleteEntries('acme'), false);
  await display.putImage('acme', 'logo.png', bytes('one'));
  await display.putEntries('acme', [{ name: 'A' }]);
  await display.putEntries('acme', [{ name: 'B' }]);
  assert.deepEqual(await entriesOf(display)('acme'), [{ name: 'B' }]);
  assert.equal(await entriesOf(display)('other'), undefined);
  assert.equal(await display.deleteEntries('acme'), true);
  const { entries, images } = await display.of('acme');
  assert.deepEqual([entries, images.map(({ file }) => file)], [undefined, ['logo.png']]);
});

test('an image is read by its tenant alone, and its bytes go when it is replaced or deleted', async (t) => {
  const { replica, documents } = await world(t);
  const display = replica();
  await display.putImage('acme', 'logo.png', bytes('one'));
  const { size, file } = await display.putImage('acme', 'logo.png', bytes('other'));
  assert.deepEqual([file, size, String(await display.image('acme', 'logo.png'))], ['logo.png', 5, 'other']);
  assert.equal(await display.image('other', 'logo.png'), undefined);
  assert.equal(await display.image('acme', 'none.png'), undefined);
  assert.equal(await display.deleteImage('other', 'logo.png'), false);
  assert.deepEqual((await documents()).map(({ kind }) => kind).sort(), ['display', 'image']);
  assert.equal(await display.deleteImage('acme', 'logo.png'), true);
  assert.ok((await documents()).every(({ kind }) => kind === 'display'));
});

test('a replica that still holds the former list serves the present image', async (t) => {
  const { replica } = await world(t);
  const [one, two] = [replica(), replica()];
  await one.putImage('acme', 'logo.png', bytes('one'));
  assert.equal(String(await two.image('acme', 'logo.png')), 'one');
  await one.putImage('acme', 'logo.png', bytes('other'));
  assert.equal(String(await two.image('acme', 'logo.png')), 'other');
  await one.deleteImage('acme', 'logo.png');
  assert.equal(await two.image('acme', 'logo.png'), undefined);
});

test('there is room for twenty images and half a mebibyte; a refused one leaves nothing behind', async (t) => {
  const { replica, documents } = await world(t);
  const display = replica();
  await display.putImage('acme', 'large.png', Buffer.alloc(512 * 1024));
  await assert.rejects(display.putImage('acme', 'one-more.png', bytes('x')), { code: 'conflict' });
  for (let n = 0; n < 20; n += 1) {
    if (n === 0) await display.putImage('acme', 'large.png', bytes('x'));
    else await display.putImage('acme', `image-${n}.png`, bytes('x'));
  }
  await assert.rejects(display.putImage('acme', 'one-more.png', bytes('x')), { code: 'conflict' });
  await display.putImage('acme', 'image-7.png', bytes('y'));
  assert.equal((await documents()).filter(({ kind }) => kind === 'image').length, 20);
});

test('what is stored is sealed', async (t) => {
  const { replica, documents } = await world(t);
  const display = replica();
  await display.putEntries('acme', [{ name: 'secret-name' }]);
  await display.putImage('acme', 'logo.png', bytes('secret-name'));
  const inBase64 = bytes('secret-name').toString('base64');
  for (const { text } of await documents()) assert.ok(!text.includes('secret-name') && !text.includes(inBase64));
});
