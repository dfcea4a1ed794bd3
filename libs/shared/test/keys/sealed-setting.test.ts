import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { systemRandom } from '../../src/kernel/random.ts';
import { createSealedSetting } from '../../src/keys/sealed-setting.ts';
import { createVaults } from '../../src/keys/vaults.ts';
import { flowConfigs } from '../model/every-tenant.ts';
import { temporaryStore } from '../store/temporary.ts';

interface Names {
  readonly names: readonly string[];
}

async function world(t: TestContext) {
  const store = await temporaryStore(t);
  const at = { now: Date.UTC(2030, 0, 1) };
  const clock = () => at.now;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  const reads: string[] = [];
  const replica = () =>
    createSealedSetting<Names, { readonly shown: string }>(
      { store, vaults, clock },
      {
        kind: 'display',
        id: 'display',
        nothing: { names: [] },
        read: ({ names }) => {
          reads.push(names.join());
          return { shown: names.join() };
        },
      },
    );
  return { store, at, replica, reads };
}

const adding =
  (name: string) =>
  ({ names }: Names): Names => ({ names: [...names, name] });

test('what one tenant writes is read by it alone', async (t) => {
  const { replica } = await world(t);
  const setting = replica();
  await setting.change('acme', adding('secret-name'));
  assert.deepEqual([(await setting.of('acme')).shown, (await setting.of('other')).shown], ['secret-name', '']);
});

test('another replica sees a change after a second, and at once if it asks for the present', async (t) => {
  const { replica, at } = await world(t);
  const [one, two] = [replica(), replica()];
  assert.equal((await two.of('acme')).shown, '');
  await one.change('acme', adding('a'));
  at.now += 999;
  assert.equal((await two.of('acme')).shown, '');
  assert.equal((await two.now('acme')).shown, 'a');
  await one.change('acme', adding('b'));
  at.now += 1000;
  assert.equal((await two.of('acme')).shown, 'a,b');
});

test('the value is the same object until something is written', async (t) => {
  const { replica, at, reads } = await world(t);
  const setting = replica();
  const nothing = await setting.of('acme');
  assert.equal(await setting.of('other'), nothing);
  await setting.change('acme', adding('a'));
  const first = await setting.of('acme');
  at.now += 5000;
  assert.equal(await setting.of('acme'), first);
  assert.deepEqual(reads, ['', 'a']);
});

test('changes at the same time are all kept, and one that throws writes nothing', async (t) => {
  const { replica } = await world(t);
  const replicas = [replica(), replica()];
  await Promise.all(Array.from({ length: 10 }, (_, n) => replicas[n % 2]?.change('acme', adding(`n${n}`))));
  const refused = replicas[0]?.change('acme', () => {
    throw new Error('no room');
  });
  await assert.rejects(refused ?? Promise.resolve(), /no room/);
  const { shown } = await replica().of('acme');
  assert.deepEqual(shown.split(',').sort(), Array.from({ length: 10 }, (_, n) => `n${n}`).sort());
});

test('what is stored is sealed', async (t) => {
  const { replica, store } = await world(t);
  await replica().change('acme', adding('secret-name'));
  const { documents } = await store.find(flowConfigs, { index: 'list', limit: 10 });
  assert.deepEqual(
    documents.map(({ kind, text }) => [kind, text.includes('secret-name')]),
    [['display', false]],
  );
});
