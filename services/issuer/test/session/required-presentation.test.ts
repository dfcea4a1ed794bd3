/** The issuance state machine if a presentation comes first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { pushRequest, requirePresentation } from '../../src/session/authorization-transitions.ts';
import { waitingBrowser } from '../../src/session/grant.ts';
import * as machine from './by-part.ts';
import {
  attempt,
  authorization,
  boundRequest,
  CODE,
  credential,
  given,
  grant,
  JKT,
  NOW,
  OTHER_JKT,
  progresses,
  redemption,
  request,
  session,
  sha256,
} from './issuance-given.ts';

const next = { request, attempt: { ...attempt, requestId: sha256('next') } };

test('a challenge begins an attempt while no credential is recorded', () => {
  for (const state of ['created', 'pushed', 'presentation_required', 'authorized', 'token_issued'] as const) {
    assert.equal(
      machine.requirePresentation(given(state), { ...next, request: boundRequest }).state,
      'presentation_required',
    );
    const left = given(state, { credentials: [credential] });
    refuses(() => machine.requirePresentation(left, next), 'invalid_request', /issuer_state/);
  }
  for (const state of ['issued', 'completed', 'completed long ago', 'exhausted', 'failed', 'expired'] as const) {
    refuses(() => machine.requirePresentation(given(state), next), 'invalid_request', /issuer_state/);
  }
  const other = given('created', { flow: 'pre_authorized_code' });
  refuses(() => machine.requirePresentation(other, next), 'invalid_request', /issuer_state/);
});

test('only the key that was seen begins anew, also at PAR', () => {
  const progress = { ...progresses.presentation_required, request: { ...request, dpopJkt: JKT } };
  const bound = given('created', { progress });
  const rival = { ...next, request: { ...request, dpopJkt: OTHER_JKT } };
  refuses(() => machine.requirePresentation(bound, rival), 'invalid_request', /DPoP/);
  const pushed = { request: rival.request, requestUriHash: 'u', expiresAt: NOW };
  refuses(() => machine.push(bound, pushed), 'invalid_request', /DPoP/);
  const silent = machine.requirePresentation(bound, next);
  assert.ok(silent.state === 'presentation_required');
  assert.equal(silent.request.dpopJkt, JKT);
});

test('deferred requests end with their attempt', () => {
  const deferred = [{ transactionHash: 't', configurationId: 'pid', sealedKeys: 's' }];
  const before = session(given('token_issued', { deferred }));
  const attempts = [
    requirePresentation(before, { request: boundRequest, begun: { attempt } }),
    pushRequest(before, { request: boundRequest, requestUriHash: 'u', expiresAt: NOW }),
  ];
  for (const { document } of attempts) assert.ok(!('deferred' in document.issuance));
});

test('a request_uri is spent for an attempt as for a code', () => {
  const { codeHash: _, codeExpiresAt: __, ...input } = authorization;
  const after = machine.authorizeAfterPresentation(given('pushed'), input, attempt);
  assert.deepEqual(after, { state: 'presentation_required', request: boundOrPlain(), attempt });
  const wrong = { ...input, requestUriHash: sha256('other') };
  refuses(
    () => machine.authorizeAfterPresentation(given('pushed'), wrong, attempt),
    'invalid_request_uri',
    /request_uri/,
  );
  const client = { ...input, clientId: 'other' };
  refuses(() => machine.authorizeAfterPresentation(given('pushed'), client, attempt), 'invalid_request', /client/);
  const spent = given('presentation_required');
  refuses(() => machine.authorizeAfterPresentation(spent, input, attempt), 'invalid_request_uri', /request_uri/);
});

function boundOrPlain(): unknown {
  const { progress } = given('pushed');
  return progress.state === 'pushed' ? progress.request : undefined;
}

test('the attempt reaches the check and the grant of the token', () => {
  const progress = { ...progresses.authorized, attempt };
  const seen: unknown[] = [];
  machine.redeemCode(given('authorized', { progress }), {
    ...redemption,
    codeHash: CODE,
    check: (_, of) => seen.push(of),
    grant: (_, of) => {
      seen.push(of);
      return grant;
    },
  });
  assert.deepEqual(seen, [attempt, attempt]);
});

test('the notification of a deferred answer ends its transaction', () => {
  const kept = { transactionHash: 't', configurationId: 'pid', sealedKeys: 's' };
  const delivered = { sealedAnswer: 'a', notificationId: 'n1' };
  const part = given('issued', { deferred: [{ ...kept, delivered }, kept] });
  const record = { notificationId: 'n1', event: 'credential_failure', at: NOW } as const;
  assert.deepEqual(machine.recordNotification(part, record).deferred, [kept]);
});

test('an issuance that ends keeps the browser that waited, and nothing else of its request', () => {
  const browserAttempt = { ...attempt, channel: 'browser' } as const;
  const asked = { ...request, state: 'mine' };
  const part = given('created', {
    progress: { state: 'presentation_required', request: asked, attempt: browserAttempt },
  });
  const browser = {
    referenceHash: attempt.sessionHash,
    clientId: request.clientId,
    redirectUri: request.redirectUri,
    state: 'mine',
  };
  assert.deepEqual(waitingBrowser(part.progress), browser);
  const failed = machine.fail(part, 'presentation_rejected');
  assert.deepEqual(failed.progress, { state: 'failed', reason: 'presentation_rejected', browser });
  const expired = machine.expire(part);
  assert.deepEqual(expired.progress, { state: 'expired', browser });
  for (const ended of [failed, expired]) assert.deepEqual(waitingBrowser(ended.progress), browser);
});

test('a wallet that was challenged, or has its token, is not redirected by a browser', () => {
  for (const state of ['presentation_required', 'pushed', 'created', 'token_issued', 'completed'] as const) {
    assert.equal(waitingBrowser(given(state).progress), undefined, state);
  }
  assert.deepEqual(machine.expire(given('presentation_required')).progress, { state: 'expired' });
  assert.deepEqual(machine.fail(given('presentation_required'), 'x').progress, { state: 'failed', reason: 'x' });
});
