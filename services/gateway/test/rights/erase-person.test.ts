import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { systemRandom } from '@countersign/shared/kernel/random';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { erasePerson } from '../../src/rights/erase-person.ts';
import type { RightsParts } from '../../src/rights/rights-parts.ts';
import { loginWorld } from '../login/world.ts';

const cause = { id: 'r', tenant: 'acme' } as OperationRequest;
async function world(t: Parameters<typeof loginWorld>[0], count: number) {
  const { store, clock, vaults } = await loginWorld(t);
  for (const id of Array.from({ length: count }, (_, n) => `s${String(n).padStart(3, '0')}`)) {
    await store.insert(sessions, {
      id,
      handle: id,
      tenant: 'acme',
      kind: 'presentation',
      configurations: ['order'],
      createdAt: 1,
      updatedAt: 1,
      expiresAt: 2,
      status: 'verified',
      people: ['erika'],
      pendingDeliveries: [],
      outbox: [],
    });
  }
  const recorded: string[] = [];
  const audit: RightsParts['audit'] = {
    record: async ({ action }) => void recorded.push(action),
    line: async ({ action, client }) => void recorded.push(`${action} ${client}`),
  };
  const call: RightsParts['call'] = async (operation, { body }) => {
    assert.equal(operation, 'issuer.receipt.sign');
    return { body: { receipt: JSON.stringify(body) } };
  };
  const parts = { store, clock, vaults, random: systemRandom, audit, call } as unknown as RightsParts;
  return { parts, store, recorded };
}

test('more than one page of sessions is erased, each with its record, before the receipt', async (t) => {
  const { parts, store, recorded } = await world(t, 101);
  const { erased, receipt } = await erasePerson(parts, { cause, people: ['erika'], revoke: false });
  assert.deepEqual(erased, { sessions: 101, renewals: 0, logins: 0, revoked: 0 });
  assert.equal(JSON.parse(receipt).erased.sessions, 101);
  assert.equal(recorded.filter((line) => line === 'session.erased [person]').length, 101);
  assert.equal(recorded.at(-1), 'rights.erased');
  assert.equal((await store.find(sessions, { index: 'age', limit: 1 })).documents.length, 0);
});

test('an interrupted erasure gives no receipt, and is finished by the next', async (t) => {
  const { parts, store, recorded } = await world(t, 5);
  let left = 3;
  const remove = store.delete;
  const failing = async (...of: Parameters<typeof remove>): ReturnType<typeof remove> => {
    left -= 1;
    if (left === 0) throw new Error('the store is away');
    return remove.apply(store, of);
  };
  store.delete = failing;
  await assert.rejects(erasePerson(parts, { cause, people: ['erika'], revoke: false }), /the store is away/);
  assert.ok(!recorded.includes('rights.erased'));
  await erasePerson(parts, { cause, people: ['erika'], revoke: false });
  assert.equal((await store.find(sessions, { index: 'age', limit: 1 })).documents.length, 0);
  assert.ok(recorded.includes('rights.erased'));
});
