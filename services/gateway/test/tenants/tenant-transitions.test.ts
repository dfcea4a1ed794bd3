import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TenantRecord, TenantState } from '@countersign/shared/model/tenant/tenants';
import { assertStateTable } from '@countersign/shared/test/model/state-table-check';
import {
  announceRemoval,
  awaitDrain,
  beginErasure,
  beginKeys,
  createdTenant,
  DRAINED_AFTER,
  endErasure,
  endLook,
  eraseRestored,
  isDrained,
  LOOK_AGAIN_AFTER,
  resumeTenant,
  suspendTenant,
} from '../../src/tenants/tenant-transitions.ts';
import { tenantEvents } from './tenant-events.ts';

const NOW = 1_000_000;
const by = { client: 'backend', tenant: 'root', request: 'r1' };
const active: TenantRecord = { ...createdTenant({ id: 'acme', name: 'Acme' }, NOW - 10), rev: 1 };
const suspended = suspendTenant(active, NOW - 5).document;
const erasing = beginErasure(suspended, by, NOW).document;
const erased = endErasure(erasing, { statusLists: 1 }, NOW + 1);
const given: Readonly<Record<TenantState, TenantRecord>> = { active, suspended, erasing, erased };
const page = { collection: 'sessions', ids: ['s1', 's2'] };

function erasureOf({ life }: TenantRecord) {
  return life.state === 'erasing' ? life.erasure : assert.fail(life.state);
}

test('every event leads from every state where the table says', () => {
  assertStateTable({
    table: tenantEvents,
    given,
    stateOf: ({ life }) => life.state,
    events: {
      suspendTenant: [(tenant) => suspendTenant(tenant, NOW).document],
      resumeTenant: [(tenant) => resumeTenant(tenant, NOW).document],
      beginErasure: [(tenant) => beginErasure(tenant, by, NOW).document],
      eraseRestored: [(tenant) => eraseRestored(tenant, by, NOW)],
      announceRemoval: [(tenant) => announceRemoval(tenant, page)],
      awaitDrain: [awaitDrain],
      beginKeys: [beginKeys],
      endErasure: [(tenant) => endErasure(tenant, {}, NOW)],
      endLook: [(tenant) => endLook(tenant, {})],
    },
  });
});

test('a request that finds the wanted state changes nothing, and one that the state refuses says it', () => {
  const results = [
    suspendTenant(suspended, NOW),
    suspendTenant(erasing, NOW),
    resumeTenant(active, NOW),
    resumeTenant(erased, NOW),
    beginErasure(active, by, NOW),
    beginErasure(erasing, { ...by, client: 'other' }, NOW),
    beginErasure(erased, by, NOW),
  ].map(({ result }) => result);
  assert.deepEqual(results, ['was', 'erasing', 'was', 'erased', 'active', 'was', 'was']);
});

test('an erasure waits for what was admitted before the suspension, and is due at once', () => {
  assert.equal(erasing.dueAt, NOW);
  assert.equal(erasureOf(erasing).refusedSince, NOW - 5);
  assert.equal(isDrained(erasureOf(erasing), NOW - 5 + DRAINED_AFTER - 1), false);
  assert.equal(isDrained(erasureOf(erasing), NOW - 5 + DRAINED_AFTER), true);
  assert.equal(awaitDrain(erasing).dueAt, NOW - 5 + DRAINED_AFTER);
});

test('a removal is counted when it is announced, and chained to those before it', () => {
  const once = announceRemoval(erasing, page);
  const twice = announceRemoval(once, { collection: 'sessions', ids: ['s3'] });
  assert.deepEqual(erasureOf(once).announced, page);
  assert.deepEqual(erasureOf(twice).removed, { sessions: 3 });
  const whole = announceRemoval(erasing, { collection: 'sessions', ids: ['s1', 's2', 's3'] });
  assert.equal(erasureOf(whole).chain, erasureOf(twice).chain);
  const other = announceRemoval(erasing, { collection: 'sessions', ids: ['s1', 's3', 's2'] });
  assert.notEqual(erasureOf(other).chain, erasureOf(twice).chain);
  assert.notEqual(erasureOf(announceRemoval(erasing, { ...page, collection: 'traces' })).chain, erasureOf(once).chain);
});

test('the receipt keeps who asked, counts and chain, and no name; a day later it is looked at once more', () => {
  const { life, ...rest } = endErasure(announceRemoval(erasing, page), { statusLists: 1 }, NOW + 9);
  assert.deepEqual(rest, { id: 'acme', rev: 1, createdAt: NOW - 10, dueAt: NOW + 9 + LOOK_AGAIN_AFTER });
  assert.ok(life.state === 'erased');
  const { chain, ...receipt } = life.receipt;
  assert.equal(chain.length, 43);
  assert.deepEqual(receipt, {
    requestedBy: by,
    startedAt: NOW,
    endedAt: NOW + 9,
    removed: { sessions: 2 },
    kept: { statusLists: 1 },
  });
});

test('what came late is added to the receipt, and the job has no more work', () => {
  const looked = endLook(endErasure(announceRemoval(erasing, page), {}, NOW), { sessions: 1, traces: 2 });
  assert.equal(looked.dueAt, undefined);
  assert.ok(looked.life.state === 'erased');
  assert.deepEqual(looked.life.receipt.removed, { sessions: 3, traces: 2 });
});
