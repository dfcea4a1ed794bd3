import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '../../../src/kernel/errors.ts';
import { isRefusal, recordRefusal, withRefusal } from '../../../src/model/session/last-refusal.ts';
import type { SessionDocument } from '../../../src/model/session/sessions.ts';
import { temporaryStore } from '../../store/temporary.ts';
import { sessions } from '../every-tenant.ts';

const wrong = new ProtocolError('invalid_grant', 'The transaction code is wrong', {
  reason: 'session_unknown',
  detail: 'for the log',
});
const session: SessionDocument = {
  id: 's',
  rev: 1,
  tenant: 'acme',
  kind: 'issuance',
  createdAt: 1,
  updatedAt: 1,
  expiresAt: 2,
  handle: 'h',
  status: 'created',
  pendingDeliveries: [],
  outbox: [],
};

test('a refusal changes nothing but itself', () => {
  const { lastRefusal, ...rest } = withRefusal(session, wrong, 'token', 7);
  assert.deepEqual(rest, session);
  assert.deepEqual(lastRefusal, {
    code: 'invalid_grant',
    step: 'token',
    at: 7,
    description: 'The transaction code is wrong',
    reason: 'session_unknown',
    written: 1,
  });
});

test('the later one replaces the one before, with the check and the credential that it is about', () => {
  const revoked = new ProtocolError('invalid_request', 'The presentation is not accepted', {
    reason: 'issuance_ended',
    forBackend: { credential: 'pid' },
  });
  const { lastRefusal } = withRefusal(withRefusal(session, revoked, 'response', 7), revoked, 'response', 8);
  assert.deepEqual([lastRefusal?.reason, lastRefusal?.credential, lastRefusal?.written], ['issuance_ended', 'pid', 2]);
  const { lastRefusal: then } = withRefusal({ ...session, ...(lastRefusal && { lastRefusal }) }, wrong, 'token', 9);
  assert.deepEqual(
    [then?.code, then?.reason, then?.credential, then?.at],
    ['invalid_grant', 'session_unknown', undefined, 9],
  );
});

test('the reason of the catalogue is kept by its name, without texts and facts', () => {
  const late = new ProtocolError('invalid_grant', 'The code is not valid', {
    reason: 'sign_in_expired',
    facts: { expiredSeconds: 3 },
    forBackend: { credential: 'pid' },
  });
  const { lastRefusal } = withRefusal(session, late, 'token', 7);
  assert.deepEqual(lastRefusal, {
    code: 'invalid_grant',
    step: 'token',
    at: 7,
    description: 'The code is not valid',
    written: 1,
    reason: 'sign_in_expired',
    credential: 'pid',
  });
});

test('a flood costs a session twenty writes, and then one in ten seconds', () => {
  let document = session;
  let writes = 0;
  for (let at = 0; at < 100_000; at += 10) {
    const next = withRefusal(document, wrong, 'token', at);
    if (next !== document) writes += 1;
    document = next;
  }
  assert.ok(writes >= 29 && writes <= 31, String(writes));
  assert.ok((document.lastRefusal?.at ?? 0) >= 90_000, 'what is shown is at most ten seconds behind');
});

test('protocol steps and internal failures are no refusals', () => {
  for (const code of [
    'use_dpop_nonce',
    'use_attestation_challenge',
    'insufficient_authorization',
    'redirect_to_web',
    'rate_limited',
  ] as const) {
    assert.equal(isRefusal(new ProtocolError(code, 'x', { reason: 'internal_error' })), false, code);
  }
  for (const code of ['server_error', 'temporarily_unavailable', 'not_built'] as const) {
    assert.equal(isRefusal(new ProtocolError(code, 'x', { reason: 'internal_error' })), false, code);
  }
  for (const code of ['invalid_grant', 'invalid_token', 'not_found', 'gone', 'access_denied'] as const) {
    assert.equal(isRefusal(new ProtocolError(code, 'x', { reason: 'internal_error' })), true, code);
  }
});

test('it is written after a concurrent transition, and never recreates an erased session', async (t) => {
  const store = await temporaryStore(t);
  const { rev: _, ...fresh } = session;
  const stale = await store.insert(sessions, fresh);
  assert.ok(stale);
  await store.replace(sessions, { ...stale, status: 'issued' });
  await recordRefusal(store, stale, wrong, 'token', 5);
  const stored = await store.get(sessions, 's');
  assert.deepEqual([stored?.status, stored?.updatedAt, stored?.lastRefusal?.code], ['issued', 1, 'invalid_grant']);
  assert.ok(stored && (await store.delete(sessions, stored)));
  await recordRefusal(store, stored, wrong, 'token', 6);
  assert.equal(await store.get(sessions, 's'), undefined);
});
