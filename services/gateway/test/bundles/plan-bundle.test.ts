import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallOperation, OperationRequest } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type BundleWorld, planBundle } from '../../src/bundles/plan-bundle.ts';
import type { InForce } from '../../src/transfer/in-force.ts';

const call: CallOperation = async () => ({ body: { findings: [] } });
const nothing: InForce['parts'] = {
  images: [],
  display: [],
  trust: [],
  trustLists: [],
  registrationCertificates: [],
  wallets: [],
  hostedLists: [],
};
const asks = (id: string, source?: string): JsonObject => ({ id, dcql_query: {}, ...(source && { source }) });

function worldWith(presentation: readonly JsonObject[], objects: Readonly<Record<string, string>>): BundleWorld {
  const bundle = { generation: 1, appliedAt: 0, client: 'c', objects };
  return {
    present: { presentation, issuance: [], parts: nothing },
    owned: { bundles: { b: bundle } },
    digest: (value) => JSON.stringify(value),
    adopt: false,
  };
}

async function plan(presentation: readonly JsonObject[], world: BundleWorld) {
  const body: JsonObject = { name: 'b', generation: 2, presentation: [...presentation] };
  const request = { id: 'r', tenant: 't', method: 'POST', url: '', params: {}, query: {}, headers: {}, body } as const;
  const planned = await planBundle({ call }, { ...request, encoding: 'json' } as OperationRequest<JsonObject>, world);
  return {
    ...planned,
    said: planned.objects.map(({ key, action, drifted }) => [key, action, drifted ?? false].join(' ')),
  };
}

test('only what it owns and what the API wrote is deleted', async () => {
  const there = [asks('mine', 'api'), asks('other', 'api'), asks('file', 'file')];
  const owned = { 'presentation/mine': JSON.stringify(asks('mine')), 'presentation/file': '', 'presentation/gone': '' };
  const { said } = await plan([], worldWith(there, owned));
  assert.deepEqual(said, [
    'presentation/mine delete false',
    'presentation/file forget true',
    'presentation/gone forget true',
  ]);
});

test('the fingerprint changes with what is there, what is proposed and what was owned, and with nothing else', async () => {
  const world = worldWith([asks('a', 'api')], { 'presentation/a': 'd' });
  const { fingerprint } = await plan([asks('a')], world);
  assert.equal((await plan([asks('a')], world)).fingerprint, fingerprint);
  const elsewhere = { ...world, present: { ...world.present, presentation: [asks('a', 'api'), asks('z', 'api')] } };
  assert.equal((await plan([asks('a')], elsewhere)).fingerprint, fingerprint);
  const changes = [
    plan([asks('a'), asks('b')], world),
    plan([{ ...asks('a'), more: 1 }], world),
    plan([asks('a')], worldWith([{ ...asks('a', 'api'), more: 1 }], { 'presentation/a': 'd' })),
    plan([asks('a')], worldWith([asks('a', 'api')], { 'presentation/a': 'e' })),
  ];
  for (const change of changes) assert.notEqual((await change).fingerprint, fingerprint);
});

test('an object of nobody blocks, unless the call adopts it', async () => {
  const world = worldWith([asks('free', 'api')], {});
  assert.deepEqual((await plan([asks('free')], world)).said, ['presentation/free blocked false']);
  assert.deepEqual((await plan([asks('free')], { ...world, adopt: true })).said, ['presentation/free adopt false']);
});
