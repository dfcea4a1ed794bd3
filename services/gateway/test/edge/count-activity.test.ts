import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../src/edge/answer.ts';
import { createCountActivity } from '../../src/edge/count-activity.ts';
import { routes } from '../../src/routes/routes.ts';

function counted(operation: string, status: number, more: Partial<Exchange> = {}): readonly string[] {
  const found: string[] = [];
  const count = createCountActivity({ count: (tenant, _, { kind }) => void found.push(`${tenant} ${kind}`) });
  const route = routes.find((one) => one.operation === operation);
  const match = route && { route, owner: 'a' as const, pattern: '', params: {} };
  count({ id: 'r', tenant: 'acme', ...(match && { match }), ...more } as Exchange, { status, at: 0 });
  return found;
}

test('what was done counts; what was refused counts by its reason', () => {
  const refused = { reason: 'code_unknown' } as const;
  assert.deepEqual(counted('issuer.credential', 200), ['acme issued']);
  assert.deepEqual(counted('issuer.credential', 201), ['acme issued']);
  assert.deepEqual(counted('verifier.response', 200), ['acme presented']);
  assert.deepEqual(counted('verifier.response', 200, { annotation: { refused } }), ['acme refused']);
  assert.deepEqual(counted('status.update', 201), ['acme statusChanges']);
  assert.deepEqual(counted('issuer.token', 400, { code: 'invalid_grant', refused }), ['acme refused']);
});

test('a next step of the protocol, a failure of the server, a call of the backend and a path of no one count nothing', () => {
  const refused = { reason: 'code_unknown' } as const;
  assert.deepEqual(counted('issuer.deferred-credential', 202), []);
  assert.deepEqual(counted('issuer.token', 400, { code: 'use_dpop_nonce', refused }), []);
  assert.deepEqual(counted('issuer.token', 500, { code: 'server_error', refused }), []);
  assert.deepEqual(counted('issuer.offer.create', 400, { code: 'invalid_request', refused }), []);
  assert.deepEqual(counted('absent', 404, { code: 'not_found', refused }), []);
});

test('the answer of a page counts as that of a wallet, although a backend posts it', () => {
  const answered = 'verifier.dc-api.answer';
  const refused = { reason: 'kb_aud' } as const;
  assert.deepEqual(counted(answered, 200), ['acme presented']);
  const annotation = { step: 'response' } as const;
  assert.deepEqual(counted(answered, 400, { code: 'invalid_request', refused, annotation }), ['acme refused']);
  assert.deepEqual(counted(answered, 200, { annotation: { ...annotation, refused } }), ['acme refused'], 'cancelled');
  // Refused before it reached a session.
  assert.deepEqual(counted(answered, 404, { code: 'not_found', refused }), []);
});
