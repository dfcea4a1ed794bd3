import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attemptOf,
  currentClaims,
  currentRequestId,
  requestLife,
} from '../../../src/model/session/issuance-attempt.ts';
import type { IssuancePart, IssuanceProgress, PresentationAttempt } from '../../../src/model/session/issuance-part.ts';
import type { SessionDocument } from '../../../src/model/session/sessions.ts';

const attempt: PresentationAttempt = {
  channel: 'challenge',
  sessionHash: 's',
  requestId: 'r',
  configurationId: 'c',
  sealedRequestUri: '',
  createdAt: 1,
  expiresAt: 2,
};
const request = {
  clientId: 'w',
  clientAuthenticated: false,
  redirectUri: 'https://w.example/',
  configurationIds: [],
  authorizationDetails: false,
};
const grant = { tokenHash: 't', expiresAt: 9, configurationIds: [], authorizationDetails: false };

function issuance(progress: IssuanceProgress): IssuancePart {
  const sealed = { sealedOffer: '', sealedRequest: '', offerHash: '', grantHash: '' };
  const lists = { configurationIds: [], credentials: [], notifications: [] };
  return { flow: 'authorization_code', ...sealed, ...lists, progress };
}

function session(progress: IssuanceProgress, change: Partial<SessionDocument> = {}): SessionDocument {
  return {
    id: 'i',
    rev: 1,
    tenant: 'default',
    kind: 'issuance',
    createdAt: 10,
    updatedAt: 10,
    expiresAt: 20,
    handle: 'h',
    status: progress.state,
    issuance: issuance(progress),
    pendingDeliveries: [],
    outbox: [],
    ...change,
  };
}

test('the request id from the challenge to the credential', () => {
  const progresses: readonly (readonly [IssuanceProgress, string | undefined])[] = [
    [{ state: 'created' }, undefined],
    [{ state: 'pushed', request, requestUriHash: 'u', expiresAt: 1 }, undefined],
    [{ state: 'presentation_required', request, attempt }, 'r'],
    [{ state: 'authorized', request, codeHash: 'h', expiresAt: 1, attempt }, 'r'],
    [{ state: 'authorized', request, codeHash: 'h', expiresAt: 1 }, undefined],
    [{ state: 'token_issued', grant: { ...grant, requestId: 'r' } }, 'r'],
    [{ state: 'issued', grant }, undefined],
    [{ state: 'failed', reason: 'x' }, undefined],
  ];
  for (const [progress, id] of progresses) assert.equal(currentRequestId(issuance(progress)), id, progress.state);
  assert.equal(currentRequestId(undefined), undefined);
  assert.equal(attemptOf(issuance({ state: 'token_issued', grant: { ...grant, requestId: 'r' } })), undefined);
});

test('claims of an earlier attempt are ignored', () => {
  const claims = { requestId: 'r', deadline: 5, state: 'expected' } as const;
  const waiting: IssuanceProgress = { state: 'presentation_required', request, attempt };
  assert.equal(currentClaims(session(waiting, { claims })), claims);
  assert.equal(currentClaims(session(waiting, { claims: { ...claims, requestId: 'before' } })), undefined);
  assert.equal(currentClaims(session({ state: 'issued', grant }, { claims })), undefined);
  assert.equal(currentClaims(session(waiting)), undefined);
});

test('a request of an issuance has a life of its own', () => {
  const common = { configurationId: 'c', requestHash: 'r', stateHash: '', nonce: '', sealedRequest: '', failures: 0 };
  const presentation = { ...common, progress: { state: 'created' } } as const;
  assert.deepEqual(requestLife(session({ state: 'created' }, { presentation })), { createdAt: 10, expiresAt: 20 });
  const life = { createdAt: 11, expiresAt: 12 };
  assert.equal(requestLife(session({ state: 'created' }, { presentation: { ...presentation, life } })), life);
});
