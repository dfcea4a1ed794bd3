/** All or nothing: a process that ends at any write, a refusal at any write, and a service that can't be reached. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CallOperation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { configurationApplyContext } from '@countersign/shared/model/tenant/configuration-applies';
import { configurationApplies } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { continueAppliesJob } from '../../src/bundles/continue-applies.ts';
import { createOwned } from '../../src/bundles/owned.ts';
import { type ApplyContent, LEASE, type RunParts, runApply } from '../../src/bundles/run-apply.ts';

const TENANT = 'museum';
const put = (id: string, version: number) => ({ operation: 'x.put', params: {}, body: { id, version } });
const drop = (id: string) => ({ operation: 'x.delete', params: { id } });
/** `new` is created, `old` changed, `gone` deleted. */
const BEFORE = { old: 1, gone: 1, other: 1 };
const AFTER = { new: 2, old: 2, other: 1 };
const content: ApplyContent = {
  bundle: 'shop',
  request: 'r',
  steps: [
    { key: 'x/new', write: put('new', 2), undo: drop('new') },
    { key: 'x/old', write: put('old', 2), undo: put('old', 1) },
    { key: 'x/gone', write: drop('gone'), undo: put('gone', 1) },
  ],
  after: { generation: 3, client: 'c', objects: { 'x/new': 'd', 'x/old': 'd' } },
};

class Killed extends Error {}

interface World {
  readonly parts: RunParts;
  readonly tenant: Record<string, number>;
  /** The process ends right after this many writes, or the write is refused. */
  fault: { at: number; how: 'killed' | 'refused' | 'unreachable' } | undefined;
  now: number;
}

async function openWorld(t: TestContext): Promise<World> {
  const store = await temporaryStore(t);
  const clock = (): number => world.now;
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 3), random: systemRandom, clock });
  let calls = 0;
  const call: CallOperation = async (operation, { params, body }) => {
    const { fault } = world;
    const faulty = fault !== undefined && calls === fault.at;
    calls += 1;
    if (faulty && fault.how === 'refused')
      throw new ProtocolError('conflict', 'no room', { reason: 'flow_configuration_is_file' });
    if (faulty && fault.how === 'unreachable')
      throw new ProtocolError('temporarily_unavailable', 'no service', { reason: 'internal_error' });
    if (operation === 'x.delete') delete world.tenant[String(params.id)];
    else world.tenant[String((body as JsonObject).id)] = Number((body as JsonObject).version);
    if (faulty) throw new Killed();
    return { body: {} };
  };
  const owned = createOwned({ store, vaults, clock });
  const world: World = {
    parts: { store, vaults, clock, call, log: silentLog, owned },
    tenant: { ...BEFORE },
    fault: undefined,
    now: 1_000_000,
  };
  return world;
}

async function begin({ parts, now }: World) {
  const vault = await parts.vaults.of(TENANT);
  const text = vault.seal(JSON.stringify(content), configurationApplyContext(TENANT));
  const document = {
    id: TENANT,
    tenant: TENANT,
    startedAt: now,
    due: now + LEASE,
    phase: 'applying',
    attempts: 0,
    text,
  };
  return (await parts.store.insert(configurationApplies, { ...document, phase: 'applying' })) ?? assert.fail();
}

const open = ({ parts: { store } }: World) => store.get(configurationApplies, TENANT);
const ownedOf = async ({ parts: { owned } }: World) => (await owned.now(TENANT)).bundles.shop?.generation;

test('an apply writes everything, then who owns it, and leaves no document', async (t) => {
  const world = await openWorld(t);
  assert.deepEqual(await runApply(world.parts, await begin(world)), { state: 'applied' });
  assert.deepEqual([world.tenant, await ownedOf(world), await open(world)], [AFTER, 3, undefined]);
});

for (const at of [0, 1, 2]) {
  test(`the process ends after write ${at + 1}: another completes it once the lease is over, not before`, async (t) => {
    const world = await openWorld(t);
    world.fault = { at, how: 'killed' };
    assert.deepEqual(await runApply(world.parts, await begin(world)), { state: 'pending' });
    world.fault = undefined;
    const { run } = continueAppliesJob(world.parts);
    await run();
    assert.ok(await open(world));
    world.now += LEASE + 1;
    await run();
    assert.deepEqual([world.tenant, await ownedOf(world), await open(world)], [AFTER, 3, undefined]);
  });

  test(`write ${at + 1} is refused: everything is as before, and nothing is owned`, async (t) => {
    const world = await openWorld(t);
    world.fault = { at, how: 'refused' };
    const { state, ...why } = await runApply(world.parts, await begin(world));
    assert.equal(state, 'undone');
    assert.equal('key' in why && why.key, content.steps[at]?.key);
    assert.deepEqual([world.tenant, await ownedOf(world), await open(world)], [BEFORE, undefined, undefined]);
  });

  test(`the process ends in the undo after write ${at + 1}: the undo is completed, never the apply`, async (t) => {
    const world = await openWorld(t);
    const document = { ...(await begin(world)), phase: 'undoing' } as const;
    Object.assign(world.tenant, { new: 2, old: 2 });
    const stored = (await world.parts.store.replace(configurationApplies, document)) ?? assert.fail();
    world.fault = { at, how: 'killed' };
    assert.deepEqual(await runApply(world.parts, stored), { state: 'pending' });
    world.fault = undefined;
    world.now += LEASE + 1;
    await continueAppliesJob(world.parts).run();
    assert.deepEqual([world.tenant, await ownedOf(world), await open(world)], [BEFORE, undefined, undefined]);
  });
}

test('a service that does not respond leaves the apply to be completed later', async (t) => {
  const world = await openWorld(t);
  world.fault = { at: 1, how: 'unreachable' };
  assert.deepEqual(await runApply(world.parts, await begin(world)), { state: 'pending' });
  world.now += LEASE + 1;
  await continueAppliesJob(world.parts).run();
  assert.deepEqual([world.tenant, await ownedOf(world)], [AFTER, 3]);
});

test('a process whose apply another has taken over writes no more', async (t) => {
  const world = await openWorld(t);
  const held = await begin(world);
  await world.parts.store.replace(configurationApplies, { ...held, attempts: 1 });
  world.now += LEASE;
  assert.deepEqual(await runApply(world.parts, held), { state: 'pending' });
  assert.deepEqual(world.tenant, BEFORE);
});

test('what is stored has no readable secret', async (t) => {
  const world = await openWorld(t);
  assert.doesNotMatch(JSON.stringify(await begin(world)), /"version"|x\/old/);
});
