/** A session's entries: one item per credential, only for their own tenant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { createEntries } from '../../src/revocation/session-entries.ts';
import { allocate, blank, PUBLIC_URL, update, world } from '../world.ts';

const small = { listSize: 64, blockSize: 8 };

test('each credential of a session is an item with its list, index and status', async (t) => {
  const made = await world(t);
  const service = made.replica(small);
  const [first, second] = await allocate(service, 'a', 2);
  const [badge] = await allocate(service, 'b', 1, { configuration: 'badge' });
  await allocate(service, 'c', 1, { session: 'another' });
  await update(service, 's', 1, { credentialConfigurationId: 'badge' });
  const { body } = await createEntries(made.platform())({ ...blank, params: { session: 's' } });
  const items = body as { credentialConfigurationId: string; uri: string; idx: number; status: number }[];
  assert.ok(items.every(({ uri }) => uri.startsWith(PUBLIC_URL)));
  assert.deepEqual(
    items.map(({ credentialConfigurationId, idx, status }) => `${credentialConfigurationId} ${idx} ${status}`).sort(),
    [`badge ${badge?.idx} 1`, `pid ${first?.idx} 0`, `pid ${second?.idx} 0`].sort(),
  );
});

test('an unknown session and one of another tenant have the same answer', async (t) => {
  const made = await world(t);
  await allocate(made.replica(small), 'a', 1);
  const entries = createEntries(made.platform());
  const refusal = (request: object) =>
    entries({ ...blank, ...request }).then(
      () => assert.fail('answered'),
      (error: unknown) => (error instanceof ProtocolError ? [error.code, error.message] : assert.fail()),
    );
  const unknown = await refusal({ params: { session: 'none' } });
  assert.equal(unknown[0], 'not_found');
  assert.deepEqual(await refusal({ params: { session: 's' }, tenant: 'other' }), unknown);
  assert.deepEqual(await refusal({}), unknown);
});
