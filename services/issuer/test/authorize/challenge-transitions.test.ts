/** The wallet reads the same text for every error. The backend reads which one it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import type { Reason } from '@countersign/shared/kernel/reasons/reasons';
import type { IssuanceProgress } from '@countersign/shared/model/session/issuance-part';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { answerChallenge, type ChallengeAnswer } from '../../src/authorize/challenge-transitions.ts';
import {
  attempt,
  challengeAnswer,
  given,
  JKT,
  NOW,
  OTHER_JKT,
  presentation,
  progresses,
  request,
  session,
  sha256,
} from '../session/issuance-given.ts';

const waiting = progresses.presentation_required;
const bound: IssuanceProgress = { ...waiting, request: { ...request, dpopJkt: JKT } };
const attested: IssuanceProgress = { ...waiting, request: { ...request, instanceJkt: JKT } };
const known: IssuanceProgress = { ...waiting, request: { ...request, clientAuthenticated: true } };
const interactive: IssuanceProgress = { ...waiting, attempt: { ...attempt, interaction: 'ia' } };
const browser: IssuanceProgress = { ...waiting, attempt: { ...attempt, channel: 'browser' } };
const requested: PresentationPart = { ...presentation, progress: { state: 'requested' } };

interface Asked {
  readonly progress?: IssuanceProgress;
  readonly answer?: Partial<ChallengeAnswer>;
  readonly presented?: PresentationPart | undefined;
}

function answered({ progress = waiting, answer = {}, presented = presentation }: Asked) {
  const one = session(given('presentation_required', { progress }), { presentation: presented });
  return answerChallenge(one, { ...challengeAnswer, ...answer });
}

const refused: readonly [name: string, asked: Asked, reason: Reason, facts?: Facts][] = [
  ['a token was issued', { progress: progresses.token_issued }, 'auth_session_over', { state: 'token_issued' }],
  ['the issuance has failed', { progress: progresses.failed }, 'auth_session_over', { state: 'failed' }],
  ['another auth_session', { answer: { sessionHash: sha256('x') } }, 'auth_session_replaced'],
  ['the attempt of a browser', { progress: browser }, 'auth_session_replaced'],
  ['after its end', { answer: { now: NOW + 605_000 } }, 'auth_session_expired', { expiredSeconds: 5 }],
  ['at its end', { answer: { now: NOW + 600_000 } }, 'auth_session_expired', { expiredSeconds: 0 }],
  [
    'the endpoint of another dialect',
    { progress: interactive },
    'auth_session_endpoint',
    { expected: 'ia', received: 'challenge' },
  ],
  [
    'another client',
    { answer: { client: { clientId: 'other', authenticated: false } } },
    'auth_session_client',
    { expected: 'wallet', received: 'other' },
  ],
  ['a client without its authentication', { progress: known }, 'auth_session_client', { expected: 'wallet' }],
  ['no DPoP proof', { progress: bound }, 'dpop_missing'],
  [
    'another DPoP key',
    { progress: bound, answer: { dpopJkt: OTHER_JKT } },
    'dpop_key',
    { expectedJkt: JKT, receivedJkt: OTHER_JKT },
  ],
  [
    'no attestation',
    { progress: attested },
    'client_attestation_missing',
    { parameters: ['OAuth-Client-Attestation'] },
  ],
  [
    'another instance',
    { progress: attested, answer: { instanceJkt: OTHER_JKT } },
    'wallet_instance',
    { expectedJkt: JKT, receivedJkt: OTHER_JKT },
  ],
  ['the wallet has not presented', { presented: requested }, 'presentation_not_proven', { state: 'requested' }],
  [
    'another wallet has presented',
    { answer: { presentationSession: 'x' } },
    'presentation_not_proven',
    { state: 'verified' },
  ],
];

for (const [name, asked, reason, facts] of refused) {
  test(`given ${name}, the second challenge is refused for the reason ${reason}`, () => {
    const error = refuses(() => answered(asked), 'invalid_session');
    assert.equal(error.message, 'The auth_session is not valid, or its presentation is missing');
    assert.deepEqual(whyOf(error), { code: 'invalid_session', reason, ...(facts === undefined ? {} : { facts }) });
  });
}

test('the wallet that has presented gets the code', () => {
  assert.equal(answered({}).result, 'authorized');
  const keys = { dpopJkt: JKT, client: { clientId: 'wallet', authenticated: true } };
  assert.equal(answered({ progress: bound, answer: keys }).result, 'authorized');
});
