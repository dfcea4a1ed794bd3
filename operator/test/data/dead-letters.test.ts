import assert from 'node:assert/strict';
import { it } from 'node:test';
import { storeDeadLetter } from '@countersign/shared/model/delivery/dead-letters';
import { eventOf } from '@countersign/shared/test/bus/contract';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { listDeadLetters, replayDeadLetter } from '../../src/data/dead-letters.ts';

it('a replayed letter is in the outbox of its session once, due for the next sweep', async (t) => {
  const store = await temporaryStore(t);
  const event = eventOf('a');
  const common = { topic: 'issuance-results', event, error: 'TypeError', tries: 4 } as const;
  for (const [group, at] of [
    ['two', 7],
    ['one', 5],
  ] as const) {
    await storeDeadLetter(store)({ ...common, group, at });
  }
  const [one, two] = await listDeadLetters(store);
  assert.ok(one?.group === 'one' && two?.group === 'two');
  // It can't be replayed, so it is kept for the operator.
  assert.equal(await replayDeadLetter(store, one), 'gone');
  assert.equal((await listDeadLetters(store)).length, 2);
  await store.insert(sessions, {
    id: event.subject,
    tenant: 'default',
    kind: 'issuance',
    createdAt: 1,
    updatedAt: 1,
    expiresAt: 2,
    handle: 'h',
    status: 'created',
    pendingDeliveries: [],
    outbox: [],
  });
  assert.equal(await replayDeadLetter(store, one), 'replayed');
  assert.equal(await replayDeadLetter(store, two), 'replayed');
  const session = await store.get(sessions, event.subject);
  assert.deepEqual(session?.outbox, [{ topic: 'issuance-results', event }]);
  assert.equal(session.outboxSince, 0);
  assert.deepEqual(await listDeadLetters(store), []);
});

it('a message that is no event can not be replayed, and stays', async (t) => {
  const store = await temporaryStore(t);
  const unreadable = { position: '3/17', text: '{"half' };
  const common = { topic: 'issuance-results', group: 'one', error: 'event_not_json', tries: 0, at: 5 } as const;
  await storeDeadLetter(store)({ ...common, unreadable });
  const [letter] = await listDeadLetters(store);
  assert.ok(letter);
  assert.equal(await replayDeadLetter(store, letter), 'unreadable');
  assert.equal((await listDeadLetters(store)).length, 1);
});
