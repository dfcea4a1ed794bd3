import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { endRequest } from '../src/after-restore.ts';
import { openVerifier } from './world.ts';

test('an open request is rejected, its key is erased, and the event contains the reason', async (t) => {
  const w = await openVerifier(t);
  const { session } = await w.ask({ webhook: { url: 'https://backend.example/hook' } });
  const before = await w.stored(session);
  assert.ok(before.presentation?.sealedKey !== undefined);
  assert.equal(await endRequest(w.platform, before), true);
  const after = await w.stored(session);
  assert.equal(after.status, 'rejected');
  assert.deepEqual(after.presentation?.progress, { state: 'rejected', reason: 'restored' });
  assert.deepEqual([after.presentation.sealedKey, after.responseKeyUntil], [undefined, undefined]);
  const event = after.outbox.at(-1)?.event;
  assert.deepEqual([event?.type, event?.data.reason], ['presentation.rejected.v1', 'restored']);
  assert.equal(await endRequest(w.platform, after), false);
  assert.deepEqual(await w.stored(session), after);
});

test('one whose time is over, one that has ended, and one of an issuance stay as they are', async (t) => {
  const w = await openVerifier(t);
  const { session } = await w.ask();
  const before = await w.stored(session);
  w.now = before.expiresAt;
  assert.equal(await endRequest(w.platform, before), false);
  w.now -= 1;
  assert.equal(await endRequest(w.platform, { ...before, kind: 'issuance' }), false);
  const { presentation: _, ...none } = before;
  assert.equal(await endRequest(w.platform, none), false);
  const rejected = { state: 'rejected', reason: 'access_denied' } as const;
  const ended = { ...before, presentation: { ...(before.presentation ?? assert.fail()), progress: rejected } };
  const stored = (await w.platform.store.replace(sessions, ended)) ?? assert.fail();
  assert.equal(await endRequest(w.platform, stored), false);
  assert.deepEqual(await w.stored(session), stored);
});
