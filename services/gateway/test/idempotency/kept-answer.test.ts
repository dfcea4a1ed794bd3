import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { decodeAnswer, encodeAnswer, isLasting } from '../../src/idempotency/kept-answer.ts';

test('a reply is kept whole: status, headers, body and bytes', () => {
  const replies = [
    { body: { session: 's1', name: 'Žofie' } },
    { status: 202, headers: { location: '/x' } },
    { raw: Buffer.from([0, 255, 1]), contentType: 'application/zip' },
    { body: null },
  ];
  for (const reply of replies) {
    assert.deepEqual(decodeAnswer(encodeAnswer('r1', { reply })), { requestId: 'r1', outcome: { reply } });
  }
});

test('a refusal is kept with its code, reason, findings and headers', () => {
  const error = new ProtocolError('invalid_request', 'Some members are wrong', {
    reason: 'body_invalid',
    facts: { count: 1 },
    errors: [{ pointer: '/a', detail: 'must be a string' }],
    headers: { 'x-a': 'b' },
  });
  const { requestId, outcome } = decodeAnswer(encodeAnswer('r1', { error }));
  assert.equal(requestId, 'r1');
  assert.ok('error' in outcome);
  assert.equal(outcome.error.code, 'invalid_request');
  assert.equal(outcome.error.message, error.message);
  const { reason, facts, errors, headers } = outcome.error.options;
  assert.deepEqual({ reason, facts, errors, headers }, error.options);
});

test('an answer that asks to try again is not kept', () => {
  const errorOf = (code: ConstructorParameters<typeof ProtocolError>[0]) => ({
    error: new ProtocolError(code, 'x', { reason: 'login_twofold' }),
  });
  for (const code of ['invalid_request', 'not_found', 'conflict', 'gone'] as const) assert.ok(isLasting(errorOf(code)));
  for (const code of ['temporarily_unavailable', 'server_error', 'rate_limited', 'request_timeout'] as const) {
    assert.ok(!isLasting(errorOf(code)), code);
  }
  for (const status of [undefined, 200, 201, 202, 404]) {
    assert.ok(isLasting({ reply: status === undefined ? {} : { status } }));
  }
  for (const status of [425, 429, 500, 503]) assert.ok(!isLasting({ reply: { status } }));
});
