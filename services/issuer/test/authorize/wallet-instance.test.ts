/** An attested client's code, attempt and challenge belong to one instance of its wallet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grant, IssuanceProgress } from '@countersign/shared/model/session/issuance-part';
import { refuses } from '@countersign/shared/test/http/refuses';
import { answerChallenge } from '../../src/authorize/challenge-transitions.ts';
import * as machine from '../session/by-part.ts';
import {
  attempt,
  challengeAnswer,
  given,
  grant,
  NOW,
  presentation,
  progresses,
  pushed,
  redemption,
  repeated,
  request,
  session,
  sha256,
} from '../session/issuance-given.ts';

const INSTANCE = sha256('instance');
const OTHER = sha256('another instance of the same wallet');
const attested = { ...request, clientAuthenticated: true, instanceJkt: INSTANCE };

test('a code is redeemed by the instance that was authorized, and by no other', () => {
  const part = given('authorized', { progress: { ...progresses.authorized, request: attested } });
  assert.equal(machine.redeemCode(part, { ...redemption, instanceJkt: INSTANCE }).state, 'token_issued');
  refuses(() => machine.redeemCode(part, { ...redemption, instanceJkt: OTHER }), 'invalid_grant', /instance/, OTHER);
  refuses(() => machine.redeemCode(part, redemption), 'invalid_client', /attestation/, INSTANCE);
});

test('a code of a request without attestation is redeemed with one too', () => {
  const next = machine.redeemCode(given('authorized'), { ...redemption, instanceJkt: INSTANCE });
  assert.equal(next.state, 'token_issued');
});

const begun: readonly [string, IssuanceProgress][] = [
  ['pushed', { ...progresses.pushed, request: attested }],
  ['authorized', { ...progresses.authorized, request: attested }],
  ['presentation_required', { ...progresses.presentation_required, request: attested }],
  ['token_issued', { state: 'token_issued', grant: { ...grant, instanceJkt: INSTANCE } }],
];

for (const [state, progress] of begun) {
  test(`given ${state} with an instance, it alone begins a new attempt`, () => {
    const part = given('created', { progress });
    assert.equal(machine.push(part, { ...pushed, request: attested }).state, 'pushed');
    assert.equal(machine.requirePresentation(part, { request: attested, attempt }).state, 'presentation_required');
    for (const rival of [request, { ...attested, instanceJkt: OTHER }]) {
      refuses(() => machine.push(part, { ...pushed, request: rival }), 'invalid_request', /instance/);
      refuses(() => machine.requirePresentation(part, { request: rival, attempt }), 'invalid_request', /instance/);
    }
  });
}

test('an auth_session is answered by its instance alone', () => {
  const progress = { ...progresses.presentation_required, request: attested };
  const before = { ...session(given('created', { progress })), presentation };
  const answer = { ...challengeAnswer, client: { clientId: 'wallet', authenticated: true } };
  assert.equal(answerChallenge(before, { ...answer, instanceJkt: INSTANCE }).result, 'authorized');
  for (const wrong of [answer, { ...answer, instanceJkt: OTHER }]) {
    refuses(() => answerChallenge(before, wrong), 'invalid_session', /auth_session/, INSTANCE);
  }
});

test('a repeat by the instance revokes nothing, also where there is no DPoP key', () => {
  const { dpopJkt: _, ...bearer } = grant;
  const { dpopJkt: __, ...again } = repeated;
  const progressOf = (one: Grant): IssuanceProgress => ({ state: 'issued', grant: { ...one, instanceJkt: INSTANCE } });
  for (const [one, repeat] of [[grant, repeated] as const, [bearer, again] as const]) {
    const part = given('issued', { progress: progressOf(one) });
    assert.equal(machine.recordCodeReuse(part, { ...repeat, instanceJkt: INSTANCE }), part.progress);
    for (const thief of [repeat, { ...repeat, instanceJkt: OTHER }]) {
      const next = machine.recordCodeReuse(part, thief);
      assert.ok(next.state === 'issued' && next.grant.revoked);
    }
  }
  const unattested = given('issued', { progress: { state: 'issued', grant: bearer } });
  const next = machine.recordCodeReuse(unattested, { ...again, instanceJkt: INSTANCE, now: NOW });
  assert.ok(next.state === 'issued' && next.grant.revoked);
});
