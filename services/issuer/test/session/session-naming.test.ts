import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { byCode, byIssuerState, byRequestUri, byToken } from '../../src/session/session-naming.ts';

function request(change: Partial<OperationRequest>): OperationRequest {
  const empty = { id: 'r', tenant: 'default', method: 'POST', url: '', params: {}, query: {}, headers: {} };
  return { ...empty, body: undefined, encoding: 'form', ...change };
}

test('a request names its session by the value of its step', () => {
  assert.equal(byIssuerState(request({ body: { issuer_state: 'i' } })), 'i');
  assert.equal(byIssuerState(request({ body: { issuer_state: 'i', auth_session: 'a' } })), 'a');
  assert.equal(byCode(request({ body: { code: 'c' } })), 'c');
  assert.equal(byCode(request({ body: { 'pre-authorized_code': 'p' } })), 'p');
  const requestUri = 'urn:ietf:params:oauth:request_uri:r';
  assert.equal(byRequestUri(request({ query: { request_uri: requestUri } })), 'r');
  assert.equal(byRequestUri(request({ query: { issuer_state: 'i' } })), 'i');
  assert.equal(byRequestUri(request({ query: { request_uri: 'https://x.example' } })), undefined);
  for (const authorization of ['DPoP t', 'Bearer  t', 't']) {
    assert.equal(byToken(request({ headers: { authorization } })), 't');
  }
});

test('a request without such a value names no session', () => {
  for (const naming of [byIssuerState, byCode, byRequestUri, byToken]) {
    for (const body of [undefined, 'text', [], {}]) {
      assert.equal(naming(request(body === undefined ? {} : { body })), undefined);
    }
  }
});
