import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BusEvent } from '@countersign/shared/bus/catalogue';
import { withToken } from '../credential/token.ts';
import { sha256 } from '../support.ts';
import { openIssuer } from '../world.ts';

const REQUEST_ID = sha256('presentation');

/** A credential request that waits for the claims of a webhook, in a process whose timers stand still. */
async function waitingRequest(t: TestContext) {
  const world = await openIssuer(t, { CLAIMS_WAIT: '5000' });
  const { session, send, request } = await withToken(world);
  await world.change(session, (document) => {
    const { progress } = document.issuance;
    if (progress.state !== 'token_issued') return assert.fail();
    const grant = { ...progress.grant, requestId: REQUEST_ID };
    return {
      ...document,
      issuance: { ...document.issuance, progress: { ...progress, grant } },
      claims: { requestId: REQUEST_ID, state: 'expected', deadline: world.now + 60_000 },
    };
  });
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
  /** Records the answer of the webhook, as the dispatcher does. */
  const answer = async (): Promise<void> => {
    const vault = await world.platform.vaults.of('default');
    const sealed = vault.seal(JSON.stringify({ pid: { given_name: 'Max' } }), `session/${session}/claims`);
    await world.change(session, (document) => ({
      ...document,
      claims: { requestId: REQUEST_ID, deadline: world.now + 60_000, state: 'answered', answer: sealed },
    }));
  };
  return { world, session, answered, answer };
}

test('the event that the claims are there lets the request go on; no time passes', async (t) => {
  const { world, session, answered, answer } = await waitingRequest(t);
  await answer();
  const consumer = world.service.consumers.find(({ topic }) => topic === 'webhook-results');
  const data = { request: REQUEST_ID, session, tenant: 'default' };
  await consumer?.handler({ subject: session, data } as unknown as BusEvent);
  const { status, body } = await answered;
  assert.equal(status ?? 200, 200);
  assert.equal((body as { credentials: unknown[] }).credentials.length, 1);
});

test('claims whose event another replica has read are found in the store', async (t) => {
  const { answered, answer } = await waitingRequest(t);
  await answer();
  t.mock.timers.tick(25);
  const { body } = await answered;
  assert.equal((body as { credentials: unknown[] }).credentials.length, 1);
});
