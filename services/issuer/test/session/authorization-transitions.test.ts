/** Up to the token: attempts, request_uri, codes, and the conditions other than the state. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type {
  AuthorizationRequest,
  Grant,
  IssuancePart,
  IssuanceProgress,
} from '@countersign/shared/model/session/issuance-part';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import type { NewCode, RequestUri } from '../../src/session/authorization-transitions.ts';
import type { CodeRedemption, RepeatedCode } from '../../src/token/token-transitions.ts';
import * as machine from './by-part.ts';
import {
  authorization,
  boundRequest,
  CODE,
  credential,
  type GivenState,
  given,
  grant,
  JKT,
  NOW,
  OTHER_JKT,
  outcome,
  PRE_AUTHORIZED,
  progresses,
  pushed,
  redemption,
  repeated,
  request,
  sha256,
  type Then,
} from './issuance-given.ts';

// A new attempt

for (const state of ['created', 'pushed', 'authorized', 'presentation_required', 'token_issued'] as const) {
  test(`given ${state}, a new attempt replaces code and token of the one before`, () => {
    assert.deepEqual(machine.push(given(state), pushed), { state: 'pushed', ...pushed });
  });

  test(`given ${state} with a recorded credential, there is no new attempt`, () => {
    refuses(() => machine.push(given(state, { credentials: [credential] }), pushed), 'invalid_request', /issuer_state/);
  });

  test(`given ${state} of a pre-authorized offer, nothing can be pushed`, () => {
    refuses(
      () => machine.push(given(state, { flow: 'pre_authorized_code' }), pushed),
      'invalid_request',
      /issuer_state/,
    );
  });
}

const bound: readonly [state: string, progress: IssuanceProgress][] = [
  ['pushed', { ...progresses.pushed, request: boundRequest }],
  ['authorized', { ...progresses.authorized, request: boundRequest }],
  ['token_issued', { state: 'token_issued', grant }],
];

for (const [state, progress] of bound) {
  test(`given ${state} with a DPoP key, a new attempt keeps the key`, () => {
    const part = given('created', { progress });
    const next = machine.push(part, { ...pushed, request });
    assert.ok(next.state === 'pushed');
    assert.equal(next.request.dpopJkt, JKT);
    assert.equal(
      outcome(part, (one) => machine.push(one, { ...pushed, request: boundRequest })),
      'pushed',
    );
  });

  test(`given ${state} with a DPoP key, another key begins no new attempt`, () => {
    const other = { ...pushed, request: { ...request, dpopJkt: OTHER_JKT } };
    refuses(
      () => machine.push(given('created', { progress }), other),
      'invalid_request',
      /a different DPoP key/,
      OTHER_JKT,
    );
  });
}

test('without a DPoP key so far, any key may begin a new attempt', () => {
  const { dpopJkt: _dpopJkt, ...bearer } = grant;
  for (const progress of [
    progresses.pushed,
    progresses.authorized,
    { state: 'token_issued', grant: bearer } as const,
  ]) {
    const next = machine.push(given('created', { progress }), { ...pushed, request: boundRequest });
    assert.ok(next.state === 'pushed' && next.request.dpopJkt === JKT);
    const plain = machine.push(given('created', { progress }), { ...pushed, request });
    assert.ok(plain.state === 'pushed' && !('dpopJkt' in plain.request));
  }
});

// The request_uri

test('a request_uri becomes a code for the request that was pushed', () => {
  const next = machine.authorize(given('pushed'), authorization);
  assert.deepEqual(next, { state: 'authorized', request, codeHash: CODE, expiresAt: NOW + 60_000 });
});

const uris: readonly [name: string, change: Partial<RequestUri & NewCode>, then: Then][] = [
  ['a millisecond before its end', { now: NOW + 59_999 }, 'authorized'],
  ['exactly at its end', { now: NOW + 60_000 }, 'invalid_request_uri'],
  ['after its end', { now: NOW + 60_001 }, 'invalid_request_uri'],
  ['another one', { requestUriHash: sha256('other') }, 'invalid_request_uri'],
  ['an empty hash', { requestUriHash: '' }, 'invalid_request_uri'],
  ['of another client', { clientId: 'other' }, 'invalid_request'],
];

for (const [name, change, then] of uris) {
  test(`request_uri, ${name}: ${then}`, () => {
    assert.equal(
      outcome(given('pushed'), (part) => machine.authorize(part, { ...authorization, ...change })),
      then,
    );
  });
}

test('a spent request_uri is invalid', () => {
  const progress = machine.authorize(given('pushed'), authorization);
  refuses(() => machine.authorize(given('pushed', { progress }), authorization), 'invalid_request_uri');
});

// The code

test('a code becomes a token of the request it was made for', () => {
  const seen: AuthorizationRequest[] = [];
  const next = machine.redeemCode(given('authorized'), {
    ...redemption,
    check: (one) => seen.push(one),
    grant: (one) => {
      seen.push(one);
      return grant;
    },
  });
  assert.deepEqual(next, { state: 'token_issued', grant });
  assert.deepEqual(seen, [request, request]);
});

const codes: readonly [name: string, change: Partial<CodeRedemption>, then: Then][] = [
  ['a millisecond before its end', { now: NOW + 59_999 }, 'token_issued'],
  ['exactly at its end', { now: NOW + 60_000 }, 'invalid_grant'],
  ['after its end', { now: NOW + 60_001 }, 'invalid_grant'],
  ['another one', { codeHash: sha256('other') }, 'invalid_grant'],
  ['of another client', { clientId: 'other' }, 'invalid_grant'],
];

for (const [name, change, then] of codes) {
  test(`code, ${name}: ${then}`, () => {
    assert.equal(
      outcome(given('authorized'), (part) => machine.redeemCode(part, { ...redemption, ...change })),
      then,
    );
  });
}

test('a code that is bound to a key is redeemed by that key alone', () => {
  const part = given('authorized', { progress: { ...progresses.authorized, request: boundRequest } });
  const { dpopJkt: _dpopJkt, ...bearer } = redemption;
  assert.equal(machine.redeemCode(part, redemption).state, 'token_issued');
  refuses(() => machine.redeemCode(part, { ...redemption, dpopJkt: OTHER_JKT }), 'invalid_grant', /DPoP/);
  refuses(() => machine.redeemCode(part, bearer), 'invalid_grant', /DPoP/);
});

test('an unbound code is redeemed with and without a key', () => {
  const { dpopJkt: _dpopJkt, ...bearer } = redemption;
  assert.equal(machine.redeemCode(given('authorized'), bearer).state, 'token_issued');
});

test('a request that the check refuses gets no token', () => {
  const check = (): void => {
    throw new ProtocolError('invalid_grant', 'code_verifier does not match', { reason: 'code_unknown' });
  };
  const grantOf = (): Grant => assert.fail('a grant was made');
  refuses(
    () => machine.redeemCode(given('authorized'), { ...redemption, check, grant: grantOf }),
    'invalid_grant',
    /verifier/,
  );
});

test('a foreign code does not reach the check, so its answer reveals nothing', () => {
  const check = (): void => assert.fail('the check was called');
  for (const change of [{ codeHash: sha256('other') }, { now: NOW + 60_000 }, { clientId: 'other' }]) {
    refuses(() => machine.redeemCode(given('authorized'), { ...redemption, ...change, check }), 'invalid_grant');
  }
});

// The code again

const without = (member: 'dpopJkt' | 'clientId'): RepeatedCode => {
  const { [member]: _, ...rest } = repeated;
  return rest;
};
const agains: readonly [name: string, again: RepeatedCode, then: Then][] = [
  ['the same holder, within ten seconds', repeated, 'same'],
  ['the same holder, by a clock that is behind', { ...repeated, now: NOW - 60_000 }, 'same'],
  ['the same holder, later', { ...repeated, now: NOW + 10_001 }, 'revoked'],
  ['the same key with another verifier', { ...repeated, redemptionHash: sha256('other') }, 'revoked'],
  ['another key', { ...repeated, dpopJkt: OTHER_JKT }, 'revoked'],
  ['no key', without('dpopJkt'), 'revoked'],
  ['another client with this key', { ...repeated, clientId: 'other' }, 'revoked'],
  ['no client with this key', without('clientId'), 'revoked'],
  ['a stranger with another code', { ...repeated, codeHash: sha256('other'), clientId: 'other' }, 'same'],
];

for (const state of ['token_issued', 'issued', 'completed', 'completed long ago', 'failed with a token'] as const) {
  for (const [name, again, then] of agains) {
    test(`given ${state}, the code comes again from ${name}: ${then}`, () => {
      const part = given(state);
      const next = machine.recordCodeReuse(part, again);
      assert.equal(
        outcome(part, () => next),
        then,
      );
      if (then === 'revoked') assert.deepEqual(next, { ...part.progress, grant: { ...grant, revoked: true } });
    });
  }
}

test('a bearer token is revoked by any repeat: there is no proof that it is the same holder', () => {
  const { dpopJkt: _dpopJkt, ...bearer } = grant;
  const part = given('issued', { progress: { state: 'issued', grant: bearer } });
  for (const again of [repeated, without('dpopJkt')]) {
    assert.equal(
      outcome(part, (one) => machine.recordCodeReuse(one, again)),
      'revoked',
    );
  }
});

test('so is one that says not when or by what it was redeemed, as those of a version before', () => {
  for (const missing of ['redeemedAt', 'redemptionHash'] as const) {
    const { [missing]: _, ...older } = grant;
    const part = given('issued', { progress: { state: 'issued', grant: older } });
    assert.equal(
      outcome(part, (one) => machine.recordCodeReuse(one, repeated)),
      'revoked',
    );
  }
});

test('a revoked token is not revoked twice: nothing is written', () => {
  const progress: IssuanceProgress = { state: 'issued', grant: { ...grant, revoked: true } };
  const part = given('issued', { progress });
  assert.equal(machine.recordCodeReuse(part, { ...repeated, clientId: 'other' }), progress);
});

test('the token of a pre-authorized code has no code that could come again', () => {
  const { codeHash: _codeHash, ...withoutCode } = grant;
  const part = given('issued', { progress: { state: 'issued', grant: withoutCode } });
  assert.equal(machine.recordCodeReuse(part, { ...repeated, clientId: 'other' }), part.progress);
});

// The pre-authorized code

for (const state of Object.keys(progresses) as GivenState[]) {
  const then = state === 'created' ? 'token_issued' : 'invalid_grant';
  test(`given ${state} of a pre-authorized offer, when the pre-authorized code comes, then ${then}`, () => {
    const part = given(state, { flow: 'pre_authorized_code' });
    assert.equal(
      outcome(part, (one) => machine.redeemPreAuthorizedCode(one, PRE_AUTHORIZED, grant)),
      then,
    );
  });
}

test('another pre-authorized code is refused', () => {
  const part = given('created', { flow: 'pre_authorized_code' });
  assert.deepEqual(machine.redeemPreAuthorizedCode(part, PRE_AUTHORIZED, grant), { state: 'token_issued', grant });
  refuses(() => machine.redeemPreAuthorizedCode(part, sha256('other'), grant), 'invalid_grant');
});

// Why, for the backend

const STATE = 'The issuer_state is unknown, used or expired';
const URI = 'The request_uri is unknown, used or expired';

test('a new attempt is refused with one text, and the reason says why', () => {
  const why = (part: IssuancePart, next = pushed) => whyOf(refuses(() => machine.push(part, next), 'invalid_request'));
  const code = 'invalid_request';
  const used = (state: string) => ({ code, reason: 'issuer_state_used', facts: { state } });
  for (const state of ['issued', 'completed', 'exhausted', 'failed', 'expired'] as const) {
    assert.deepEqual(why(given(state)), used(state));
    assert.equal(refuses(() => machine.push(given(state), pushed), code).message, STATE);
  }
  assert.deepEqual(why(given('authorized', { credentials: [credential] })), used('authorized'));
  assert.deepEqual(why(given('created', { flow: 'pre_authorized_code' })), { code, reason: 'issuer_state_unknown' });
  const withKey = given('created', { progress: { ...progresses.pushed, request: boundRequest } });
  assert.deepEqual(why(withKey, { ...pushed, request: { ...request, dpopJkt: OTHER_JKT } }), {
    code,
    reason: 'offer_begun',
    facts: { expectedJkt: JKT, receivedJkt: OTHER_JKT, state: 'pushed' },
  });
  const instance = given('created', { progress: { ...progresses.pushed, request: { ...request, instanceJkt: JKT } } });
  assert.equal(why(instance).reason, 'client_attestation_missing');
  assert.deepEqual(why(instance, { ...pushed, request: { ...request, instanceJkt: OTHER_JKT } }), {
    code,
    reason: 'offer_begun',
    facts: { expectedJkt: JKT, receivedJkt: OTHER_JKT, state: 'pushed' },
  });
});

test('a request_uri is refused with one text, and the reason says why', () => {
  const why = (part: IssuancePart, change: Partial<RequestUri & NewCode> = {}) => {
    const error = refuses(() => machine.authorize(part, { ...authorization, ...change }), 'invalid_request_uri');
    assert.equal(error.message, URI);
    const { reason, facts } = whyOf(error);
    return [reason, facts];
  };
  assert.deepEqual(why(given('created')), ['request_uri_unknown', undefined]);
  assert.deepEqual(why(given('pushed'), { requestUriHash: 'x' }), ['request_uri_replaced', undefined]);
  assert.deepEqual(why(given('pushed'), { now: NOW + 61_000 }), ['request_uri_expired', { expiredSeconds: 1 }]);
  assert.deepEqual(why(given('expired')), ['request_uri_expired', undefined]);
  for (const state of ['authorized', 'presentation_required', 'token_issued', 'issued', 'failed'] as const) {
    assert.deepEqual(why(given(state)), ['request_uri_used', { state }]);
  }
});

test('the reason names the client of the pushed request, and the sign-in that is needed', () => {
  const other = () => machine.authorize(given('pushed'), { ...authorization, clientId: 'other' });
  assert.deepEqual(whyOf(refuses(other, 'invalid_request')), {
    code: 'invalid_request',
    reason: 'request_client_mismatch',
    facts: { expected: 'wallet', received: 'other' },
  });
  const bypass = () => machine.authorize(given('pushed', { signIn: {} }), authorization);
  assert.equal(whyOf(refuses(bypass, 'access_denied')).reason, 'sign_in_needed');
});
