import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { readIdempotencyKey } from '../../src/idempotency/idempotency-key.ts';
import { routes } from '../../src/routes/routes.ts';

const row = { idempotent: true } as const;
const refused = (error: unknown): boolean =>
  error instanceof ProtocolError && error.options.reason === 'idempotency_key_malformed';

test('a key has 8 to 128 visible ASCII characters', () => {
  for (const key of ['12345678', '~'.repeat(128), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'order/4711']) {
    assert.equal(readIdempotencyKey({ 'idempotency-key': [key] }, row), key);
  }
  for (const key of ['', '1234567', 'x'.repeat(129), 'with space', 'ümlaut-key', 'tab\tbetween']) {
    assert.throws(() => readIdempotencyKey({ 'idempotency-key': [key] }, row), refused, key);
  }
  assert.throws(() => readIdempotencyKey({ 'idempotency-key': ['12345678', '12345678'] }, row), refused);
});

test('without the header, and on a row that does not take it, there is no key', () => {
  assert.equal(readIdempotencyKey({}, row), undefined);
  assert.equal(readIdempotencyKey({ 'idempotency-key': ['?'] }, {}), undefined);
});

test('every management POST takes a key, and nothing else does', () => {
  for (const { operation, method, auth, idempotent = false } of routes) {
    assert.equal(idempotent, auth === 'management' && method === 'POST', operation);
  }
  // Its response is a credential, which no store keeps. It has no lasting effect either.
  assert.equal(routes.find(({ operation }) => operation === 'gateway.token')?.idempotent, undefined);
});
