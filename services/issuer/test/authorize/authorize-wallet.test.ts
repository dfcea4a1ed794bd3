/** The page and the wallets of its browser, with a verifier that is faked; page-presentation.test.ts has the real one. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { annotated } from '@countersign/shared/http/annotation';
import type { OperationRequest } from '@countersign/shared/http/message';
import { newReports } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { walletOfBrowserAnswer, walletOfBrowserRequest } from '../../src/authorize/authorize-wallet.ts';
import { openIssuer } from '../world.ts';
import { presenting } from './presenting.ts';

const requests = [{ protocol: 'openid4vp-v1-signed', data: { request: 'jwt' } }];
const body = { protocol: 'openid4vp-v1-signed', data: { response: 'jwe' } };

async function opened(t: TestContext) {
  const world = await openIssuer(t);
  const page = await presenting(world);
  const calls: { readonly operation: string; readonly request: OperationRequest }[] = [];
  const refusing: { error?: unknown } = {};
  const platform: typeof world.platform = {
    ...world.platform,
    call: async (operation, request) => {
      calls.push({ operation, request });
      if (refusing.error !== undefined) throw refusing.error;
      return { body: operation.endsWith('request') ? { requests } : {} };
    },
  };
  const asked = (more: Partial<OperationRequest>): OperationRequest => ({
    ...world.request({}),
    params: { reference: page.reference },
    ...more,
  });
  const get = (more: Partial<OperationRequest> = {}) => walletOfBrowserRequest(platform)(asked(more), newReports());
  const answer = (more: Partial<OperationRequest> = {}, reports = newReports()) =>
    walletOfBrowserAnswer(platform)(asked({ body, ...more }), reports);
  return { world, ...page, calls, refusing, get, answer };
}

test('the page has the path of its own reference', async (t) => {
  const { page, reference } = await opened(t);
  assert.ok(page.includes(`data-wallet="/authorize/wallet/${reference}"`));
});

test('the request and the answer go to the verifier, for the attempt of the browser', async (t) => {
  const { world, session, calls, get, answer } = await opened(t);
  assert.deepEqual((await get()).body, { requests });
  assert.deepEqual(await answer(), { body: {}, headers: { 'cache-control': 'no-store' } });
  const { progress } = (await world.stored(session)).issuance;
  assert.ok(progress.state === 'presentation_required');
  const params = { sessionId: session, request: progress.attempt.requestId };
  assert.deepEqual(
    calls.map(({ operation, request }) => [operation, request.params, request.body]),
    [
      ['verifier.page.request', params, undefined],
      ['verifier.page.response', params, body],
    ],
  );
});

test('without a request that waits for this browser nothing is asked', async (t) => {
  const { world, session, calls, get, answer } = await opened(t);
  for (const reference of ['x', 'A'.repeat(43)]) {
    assert.equal((await refusalOf(() => get({ params: { reference } }))).reason, 'request_ended');
    assert.equal((await refusalOf(() => answer({ params: { reference } }))).reason, 'request_ended');
  }
  const { issuance } = await world.stored(session);
  assert.equal(issuance.progress.state, 'presentation_required');
  world.now += 600_000;
  assert.equal((await refusalOf(() => get())).reason, 'request_ended');
  assert.equal((await refusalOf(() => answer())).reason, 'request_ended');
  assert.deepEqual(calls, []);
});

test('a refusal of the verifier reaches the page, with its checks', async (t) => {
  const { refusing, answer } = await opened(t);
  const checks = [{ check: 'checkProtocol', ok: false }];
  refusing.error = annotated(new ProtocolError('invalid_request', 'Refused', { reason: 'request_ended' }), {
    checks,
  });
  const reports = newReports();
  const refused = await refusalOf(() => answer({}, reports));
  assert.equal(refused.reason, 'request_ended');
  assert.deepEqual(reports.checks, checks);
});
