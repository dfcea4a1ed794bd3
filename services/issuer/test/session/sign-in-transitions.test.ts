import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IssuancePart, OpenSignIn, RequiredSignIn } from '@countersign/shared/model/session/issuance-part';
import { withExpiry } from '@countersign/shared/model/session/session-expiry';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { authorize, pushRequest, requirePresentation } from '../../src/session/authorization-transitions.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import {
  askToSignIn,
  beginSignIn,
  completeSignIn,
  declineSignIn,
  isAbandoned,
  refuseSignIn,
  takeSignIn,
} from '../../src/session/sign-in-transitions.ts';
import { redeemPreAuthorizedCode } from '../../src/token/token-transitions.ts';
import {
  attempt,
  given,
  grant,
  NOW,
  PRE_AUTHORIZED,
  progresses,
  pushed,
  REQUEST_URI,
  request,
  session,
  authorization as uri,
} from './issuance-given.ts';

const page = { ...uri, browserHash: 'mine', until: NOW + 600_000 };
const browser = { browserHash: 'mine', now: NOW };
const atProvider = { stateHash: 'state', sealed: 'sealed' };
const newCode = { codeHash: 'code', codeExpiresAt: NOW + 60_000 };
const over = { code: 'invalid_request' };

function pushedWith(signIn?: OpenSignIn, required: RequiredSignIn = {}, more: Partial<IssuancePart> = {}) {
  const progress = { ...progresses.pushed, expiresAt: NOW + 600_000, ...(signIn === undefined ? {} : { signIn }) };
  return session(given('pushed', { progress, signIn: required, ...more }));
}

const openIn = ({ issuance }: IssuanceSession): OpenSignIn | undefined =>
  issuance.progress.state === 'pushed' ? issuance.progress.signIn : undefined;

test('the first page gives the person time; a reload of the same browser changes nothing', () => {
  const first = askToSignIn(session(given('pushed')), page).document;
  assert.deepEqual(openIn(first), { browserHash: 'mine' });
  assert.deepEqual(first.issuance.signIn, {});
  assert.equal(first.issuance.progress.state === 'pushed' && first.issuance.progress.expiresAt, NOW + 600_000);
  const begun = beginSignIn(first, browser, atProvider).document;
  const again = askToSignIn(begun, { ...page, until: NOW + 900_000 }).document;
  assert.equal(again, begun);
});

test('another browser takes the place of the first, whose sign-in is dropped; the time stays', () => {
  const begun = pushedWith({ browserHash: 'mine', attempt: atProvider });
  const { document } = askToSignIn(begun, { ...page, browserHash: 'other', until: NOW + 900_000 });
  assert.deepEqual(openIn(document), { browserHash: 'other' });
  assert.equal(document.issuance.progress.state === 'pushed' && document.issuance.progress.expiresAt, NOW + 600_000);
  assert.throws(() => takeSignIn(document, { ...browser, stateHash: 'state' }), over);
});

test('the page is bound to client and request_uri', () => {
  const one = session(given('pushed'));
  assert.throws(() => askToSignIn(one, { ...page, clientId: 'other' }), over);
  assert.throws(() => askToSignIn(one, { ...page, requestUriHash: 'other' }), { code: 'invalid_request_uri' });
  assert.throws(() => askToSignIn(one, { ...page, now: NOW + 60_000 }), { code: 'invalid_request_uri' });
});

test('the answer of the provider is taken once, by the browser that began, for the state that was sent', () => {
  const begun = pushedWith({ browserHash: 'mine', attempt: atProvider });
  for (const answer of [
    { ...browser, stateHash: 'other' },
    { ...browser, browserHash: 'other', stateHash: 'state' },
    { ...browser, now: NOW + 600_000, stateHash: 'state' },
  ]) {
    assert.throws(() => takeSignIn(begun, answer), over);
  }
  const { document, result } = takeSignIn(begun, { ...browser, stateHash: 'state' });
  assert.deepEqual(result, { sealed: 'sealed', requestUriHash: REQUEST_URI, request });
  assert.throws(() => takeSignIn(document, { ...browser, stateHash: 'state' }), over);
});

test('the sign-in spends the request_uri for a code, and keeps the claims of the person', () => {
  const taken = pushedWith({ browserHash: 'mine' });
  const signed = { ...browser, ...newCode, requestUriHash: REQUEST_URI, sealedSignedIn: 'claims' };
  const { document, result } = completeSignIn(taken, signed);
  assert.equal(result, request);
  assert.equal(document.issuance.progress.state, 'authorized');
  assert.equal(document.issuance.sealedSignedIn, 'claims');
  assert.throws(() => completeSignIn(document, signed), over);
  assert.throws(() => completeSignIn(taken, { ...signed, requestUriHash: 'of the attempt before' }), over);
  assert.throws(() => completeSignIn(taken, { ...signed, browserHash: 'other' }), over);
  assert.throws(() => completeSignIn(taken, { ...signed, now: NOW + 600_000 }), over);
});

test('no other way leads to a code where a sign-in is demanded', () => {
  const one = pushedWith();
  const denied = { code: 'access_denied' };
  assert.throws(() => authorize(one, uri), denied);
  assert.throws(() => requirePresentation(one, { request, begun: { attempt } }), denied);
  const preAuthorized = session(given('created', { flow: 'pre_authorized_code', signIn: {} }));
  const redemption = { codeHash: PRE_AUTHORIZED, txCodeHash: undefined, now: NOW, grant };
  assert.throws(() => redeemPreAuthorizedCode(preAuthorized, redemption), { code: 'invalid_grant' });
});

test('a sign-in that fails spends the request_uri, and an offer stays open', () => {
  const refused = { ...browser, requestUriHash: REQUEST_URI };
  const { document, result } = refuseSignIn(pushedWith({ browserHash: 'mine' }), refused);
  assert.equal(result, request);
  assert.equal(openIn(document), undefined);
  assert.throws(() => askToSignIn(document, page), { code: 'invalid_request_uri' });
  assert.equal(pushRequest(document, pushed).document.issuance.progress.state, 'pushed');
});

test('a new attempt forgets who signed in before', () => {
  const signed = completeSignIn(pushedWith({ browserHash: 'mine' }), {
    ...browser,
    ...newCode,
    requestUriHash: REQUEST_URI,
    sealedSignedIn: 'claims',
  }).document;
  assert.equal(pushRequest(signed, { ...pushed, request }).document.issuance.sealedSignedIn, undefined);
});

test('a person who declines ends the issuance of an offer; without one the session ends by its time', () => {
  const asked = pushedWith({ browserHash: 'mine' }, { sealedPerson: 'person' });
  const { document } = declineSignIn(asked, browser);
  const { progress, signIn } = document.issuance;
  assert.deepEqual(progress, { state: 'failed', reason: 'declined' });
  assert.deepEqual(signIn, {}, 'the person is erased');
  const initiated = declineSignIn(pushedWith({ browserHash: 'mine' }, { walletInitiated: true }), browser).document;
  assert.equal(initiated.issuance.progress.state, 'pushed');
  assert.throws(() => declineSignIn(asked, { ...browser, browserHash: 'other' }), over);
});

test('a session without an offer is abandoned where no person has signed in by its time', () => {
  const expiresAt = NOW + 60_000;
  const initiated = withExpiry({ ...pushedWith(undefined, { walletInitiated: true }), expiresAt });
  assert.equal(isAbandoned(initiated, NOW + 600_001), true);
  assert.equal(isAbandoned(initiated, NOW + 600_000), false);
  const offered = withExpiry({ ...pushedWith(), expiresAt });
  assert.equal(isAbandoned(offered, NOW + 600_001), false);
  const signed = withExpiry(
    completeSignIn(pushedWith({ browserHash: 'mine' }, { walletInitiated: true }), {
      ...browser,
      ...newCode,
      requestUriHash: REQUEST_URI,
    }).document,
  );
  assert.equal(isAbandoned(signed, NOW + 10_000_000), false);
});

test('one text for every request that continues no sign-in, and the reason says why', () => {
  const mine = { browserHash: 'mine', attempt: atProvider };
  const answer = { ...browser, stateHash: 'state' };
  const why = (call: () => unknown) => {
    const error = refuses(call, 'invalid_request');
    assert.equal(error.message, 'This sign-in has ended, or was started in a different browser');
    const { reason, facts } = whyOf(error);
    return facts === undefined ? [reason] : [reason, facts];
  };
  assert.deepEqual(
    why(() => takeSignIn(session(given('authorized')), answer)),
    ['sign_in_over', { state: 'authorized' }],
  );
  assert.deepEqual(
    why(() => takeSignIn(pushedWith(), answer)),
    ['sign_in_over', { state: 'pushed' }],
  );
  assert.deepEqual(
    why(() => takeSignIn(pushedWith(mine), { ...answer, now: NOW + 602_000 })),
    ['sign_in_expired', { expiredSeconds: 2 }],
  );
  assert.deepEqual(
    why(() => takeSignIn(pushedWith(mine), { ...answer, browserHash: 'other' })),
    ['sign_in_browser'],
  );
  assert.deepEqual(
    why(() => takeSignIn(pushedWith(mine), { ...answer, stateHash: 'other' })),
    ['sign_in_answered'],
  );
  assert.deepEqual(
    why(() => takeSignIn(pushedWith({ browserHash: 'mine' }), answer)),
    ['sign_in_answered'],
  );
  const spent = { ...browser, ...newCode, requestUriHash: 'other' };
  assert.deepEqual(
    why(() => completeSignIn(pushedWith(mine), spent)),
    ['sign_in_over', { state: 'pushed' }],
  );
});
