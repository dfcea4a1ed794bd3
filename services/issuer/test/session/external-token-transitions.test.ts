import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { acceptExternalToken, type ExternalAccess } from '../../src/session/external-token-transitions.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { given, grant, NOW, OTHER_JKT, PRE_AUTHORIZED, session } from './issuance-given.ts';

const external = { ...grant, external: true } as const;
const access = { issuerStateHash: PRE_AUTHORIZED, grant: { ...external, tokenHash: 'next' }, now: NOW };
const refused = { code: 'invalid_token' };
const issued = (change: Partial<IssuancePart> = {}) =>
  session(given('token_issued', { progress: { state: 'token_issued', grant: external }, ...change }));

test('the first token begins the issuance of the offer that it names', () => {
  const { document, result } = acceptExternalToken(session(given('created')), access);
  assert.equal(document.issuance.progress.state, 'token_issued');
  assert.equal(result, access.grant);
});

test('it begins none of another offer, of one that is over, or that this server authorizes itself', () => {
  const created = (change: Partial<IssuancePart> = {}) => session(given('created', change));
  assert.throws(() => acceptExternalToken(created(), { ...access, issuerStateHash: 'other' }), refused);
  assert.throws(() => acceptExternalToken(created(), { ...access, now: NOW + 3_600_000 }), refused);
  assert.throws(() => acceptExternalToken(created({ flow: 'pre_authorized_code' }), access), refused);
  assert.throws(() => acceptExternalToken(created({ signIn: {} }), access), refused);
  const redemptions = { limit: 2, used: 0, places: [] };
  assert.throws(() => acceptExternalToken(created({ redemptions }), access), refused);
  for (const state of ['pushed', 'presentation_required', 'authorized', 'failed', 'expired'] as const) {
    assert.throws(() => acceptExternalToken(session(given(state)), access), refused, state);
  }
});

test('the same token changes nothing; a further one for the same key takes its place', () => {
  const one = issued();
  assert.equal(acceptExternalToken(one, { ...access, grant: external }).document, one);
  const { document } = acceptExternalToken(one, access);
  assert.throws(
    () => acceptExternalToken(document, { ...access, grant: { ...external, dpopJkt: OTHER_JKT } }),
    refused,
  );
  assert.deepEqual(document.issuance.progress, { state: 'token_issued', grant: access.grant });
});

test('a token of this server is never replaced, nor one after credentials were issued, nor a revoked one', () => {
  assert.throws(() => acceptExternalToken(session(given('token_issued')), access), refused);
  const left = session(given('issued', { progress: { state: 'issued', grant: external } }));
  assert.throws(() => acceptExternalToken(left, access), refused);
  assert.equal(acceptExternalToken(left, { ...access, grant: external }).result, external);
  const revoked = issued({ progress: { state: 'token_issued', grant: { ...external, revoked: true } } });
  assert.throws(() => acceptExternalToken(revoked, access), refused);
});

test('every token that does not count is refused with one text, and the reason says why', () => {
  const why = (one: IssuanceSession, change: Partial<ExternalAccess> = {}) => {
    const error = refuses(() => acceptExternalToken(one, { ...access, ...change }), 'invalid_token');
    assert.equal(error.message, 'The access token is unknown, revoked or expired');
    const { reason, facts } = whyOf(error);
    return facts === undefined ? reason : { reason, ...facts };
  };
  const created = (change: Partial<IssuancePart> = {}) => session(given('created', change));
  const at = (state: string, detail: string) => ({ reason: 'external_token_offer', state, detail });
  assert.equal(why(created(), { issuerStateHash: 'other' }), 'external_token_session');
  assert.deepEqual(why(created(), { now: NOW + 3_600_000 }), at('created', 'expired'));
  assert.deepEqual(why(created({ flow: 'pre_authorized_code' })), at('created', 'flow'));
  assert.deepEqual(why(created({ signIn: {} })), at('created', 'sign_in'));
  assert.deepEqual(why(created({ redemptions: { limit: 2, used: 0, places: [] } })), at('created', 'redemptions'));
  assert.deepEqual(why(session(given('pushed'))), at('pushed', 'authorized_here'));
  assert.deepEqual(why(session(given('token_issued'))), at('token_issued', 'authorized_here'));
  assert.deepEqual(why(issued(), { grant: { ...external, dpopJkt: OTHER_JKT } }), at('token_issued', 'other_key'));
  const left = session(given('issued', { progress: { state: 'issued', grant: external } }));
  assert.deepEqual(why(left), at('issued', 'issued'));
  const revoked = issued({ progress: { state: 'token_issued', grant: { ...external, revoked: true } } });
  assert.deepEqual(why(revoked), at('token_issued', 'revoked'));
});
