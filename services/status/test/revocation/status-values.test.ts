/** `status.values`: the verifier reads values of the tenant's own lists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import { keyDocuments } from '@countersign/shared/model/keys/key-documents';
import type { Service } from '@countersign/shared/runtime/service';
import { allocate, call, update, watched, world } from '../world.ts';

const small = { listSize: 16, blockSize: 8 };
const ask = async (service: Service, references: Json, tenant = 'default') =>
  (await call(service, 'status.values', { tenant, encoding: 'json', body: { references } })).body;

test('values have the order of the references; null where there is no list or no entry', async (t) => {
  const service = (await world(t)).replica(small);
  const [entry] = await allocate(service, 'a', 1);
  const idx = entry?.idx ?? assert.fail();
  await update(service, 's', 1);
  const other = (idx + 1) % 16;
  const references = [
    { n: 1, idx: other },
    { n: 1, idx },
    { n: 2, idx },
    { n: 1, idx: 16 },
  ];
  assert.deepEqual(await ask(service, references), { values: [0, 1, null, null] });
});

test('no key is made for a tenant without a list', async (t) => {
  const made = await world(t);
  const calls: string[] = [];
  const store = watched(made.store, (name, collection) => void calls.push(`${name} ${collection}`));
  assert.deepEqual(await ask(made.replica(small, store), [{ n: 1, idx: 0 }], 'other'), { values: [null] });
  assert.deepEqual(
    calls.filter((one) => one.endsWith(keyDocuments.name)),
    [],
  );
});

test('an unreachable store is an error, not a value', async (t) => {
  const made = await world(t);
  await allocate(made.replica(small), 'a', 1);
  const away = made.replica(
    small,
    watched(made.store, () => {
      throw unavailable('database');
    }),
  );
  await assert.rejects(
    ask(away, [{ n: 1, idx: 0 }]),
    (error) => error instanceof ProtocolError && error.code === 'temporarily_unavailable',
  );
});

test('malformed references, and too many of them, are refused', async (t) => {
  const service = (await world(t)).replica(small);
  const place = { n: 1, idx: 0 };
  const bad: Json[] = [
    null,
    'x',
    { ...place },
    [1],
    [{ ...place, n: 0 }],
    [{ ...place, idx: -1 }],
    [{ n: 1.5, idx: 0 }],
  ];
  for (const references of [...bad, Array.from({ length: 1001 }, () => place)]) {
    await assert.rejects(
      ask(service, references),
      (error) => error instanceof ProtocolError && error.code === 'invalid_request',
    );
  }
  assert.deepEqual(await ask(service, []), { values: [] });
});
