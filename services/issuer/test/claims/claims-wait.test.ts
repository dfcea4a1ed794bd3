import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BusEvent } from '@countersign/shared/bus/catalogue';
import { expectClaims, REQUEST_ID, withToken } from '../credential/token.ts';
import { openIssuer } from '../world.ts';

/** A credential request that waits for a webhook's claims, in a process whose timers do not fire. */
async function waitingRequest(t: TestContext) {
  const world = await openIssuer(t, { CLAIMS_WAIT: '5000' });
  const { session, send, request } = await withToken(world);
  const answer = await expectClaims(world, session);
  const body = await request();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const waits = new Promise<void>((resolve) => {
    const { setTimeout: mocked } = globalThis;
    t.mock.method(globalThis, 'setTimeout', (run: () => void, milliseconds: number) => {
      resolve();
      return mocked(run, milliseconds);
    });
  });
  const answered = send('issuer.credential', body);
  await waits;
  return { world, session, answered, answer };
}

test('the event that the claims are there lets the request go on; no time passes', async (t) => {
  const { world, session, answered, answer } = await waitingRequest(t);
  await answer({ pid: { given_name: 'Max' } });
  const consumer = world.service.consumers.find(({ topic }) => topic === 'webhook-results');
  const data = { request: REQUEST_ID, session, tenant: 'default' };
  await consumer?.handler({ subject: session, data } as unknown as BusEvent);
  const { status, body } = await answered;
  assert.equal(status ?? 200, 200);
  assert.equal((body as { credentials: unknown[] }).credentials.length, 1);
});

test('claims whose event another replica has read are found in the store', async (t) => {
  const { answered, answer } = await waitingRequest(t);
  await answer({ pid: { given_name: 'Max' } });
  t.mock.timers.tick(100);
  const { body } = await answered;
  assert.equal((body as { credentials: unknown[] }).credentials.length, 1);
});
