/** The verifier as a whole: its operations, consumers and jobs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { openVerifier } from './world.ts';

test('presentation requests of an issuance arrive by event, and a job ends unanswered ones', async (t) => {
  const { service } = await openVerifier(t);
  assert.deepEqual(
    service.consumers.map(({ topic, group }) => `${topic} ${group}`),
    ['presentation-requests verifier'],
  );
  for (const job of service.jobs) await job.run();
});

test('the refusal of a wallet is stored for the backend of its session', async (t) => {
  const world = await openVerifier(t);
  const { session, request } = await world.ask({ response_mode: 'direct_post' });
  const body = { vp_token: '{', state: request.state };
  await assert.rejects(
    world.call('verifier.response', { method: 'POST', encoding: 'form', body }),
    (error) => error instanceof ProtocolError && error.code === 'invalid_request',
  );
  const { lastRefusal } = await world.stored(session);
  assert.deepEqual([lastRefusal?.step, lastRefusal?.reason], ['response', 'vp_token']);
});

test('the tenants share no request', async (t) => {
  const world = await openVerifier(t);
  const { request } = await world.ask({ response_mode: 'direct_post' });
  const body = { error: 'access_denied', state: request.state };
  await assert.rejects(world.call('verifier.response', { tenant: 'other', method: 'POST', encoding: 'form', body }));
});
