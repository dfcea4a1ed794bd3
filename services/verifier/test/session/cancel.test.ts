/** The backend cancels a presentation request: open ones only, and never another tenant's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { openVerifier, type World } from '../world.ts';

const cancel = (world: World, sessionId: string, tenant = 'default') =>
  world.call('verifier.cancel', { tenant, params: { sessionId } });
const refusedWith = (code: string) => (error: unknown) => error instanceof ProtocolError && error.code === code;

test('an open request ends once, and its key is gone', async (t) => {
  const world = await openVerifier(t);
  const { session } = await world.ask();
  assert.deepEqual((await cancel(world, session)).body, {});
  const { status, presentation } = await world.stored(session);
  assert.deepEqual([status, presentation?.progress], ['rejected', { state: 'rejected', reason: 'cancelled' }]);
  assert.equal(presentation?.sealedKey, undefined);
  await assert.rejects(cancel(world, session), refusedWith('conflict'));
});

test('an unknown session, and one of another tenant, are not found and stay', async (t) => {
  const world = await openVerifier(t);
  const { session } = await world.ask();
  await assert.rejects(cancel(world, 'nothing'), refusedWith('not_found'));
  await assert.rejects(cancel(world, session, 'acme'), refusedWith('not_found'));
  assert.notEqual((await world.stored(session)).status, 'rejected');
});
