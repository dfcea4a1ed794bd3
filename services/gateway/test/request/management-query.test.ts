import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { compileQueryCheck } from '../../src/request/management-query.ts';
import type { Route } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/routes.ts';

const check = compileQueryCheck();

function routeOf(operation: string): Route {
  return routes.find((route) => route.operation === operation) ?? assert.fail(operation);
}

/** The text of the refusal, if any. */
function refusal(operation: string, query: Readonly<Record<string, string>>): string | undefined {
  try {
    check(routeOf(operation), query);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ProtocolError);
    assert.equal(error.code, 'invalid_request');
    return error.message;
  }
}

test('an unknown parameter is refused, with the names of the known ones', () => {
  const text = refusal('gateway.session.list', { stauts: 'created' }) ?? '';
  assert.match(text, /stauts/);
  for (const name of ['limit', 'after', 'status', 'state']) assert.ok(text.includes(name), text);
  assert.match(refusal('issuer.offer.create', { dry: 'true' }) ?? '', /takes none/);
});

test('a bad value is refused with the accepted ones, and not repeated', () => {
  const status = refusal('gateway.session.list', { status: 'nonsense' }) ?? '';
  assert.match(status, /status must be one of: created, .*expired/);
  assert.ok(!status.includes('nonsense'));
  for (const limit of ['0', '1001', '-1', '1.5', 'ten', '']) {
    assert.equal(refusal('gateway.session.list', { limit }), 'limit must be a whole number from 1 to 1000', limit);
  }
  assert.equal(refusal('gateway.session.list', { state: '' }), 'state must be a string of 1 to 256 characters');
  assert.equal(refusal('gateway.audit', { session: '../x' }), 'session must be the id of a session');
  assert.match(refusal('gateway.audit', { from: 'yesterday' }) ?? '', /^from must be a date, or /);
});

test('good values pass', () => {
  const good = { limit: '10', after: 'cursor', status: 'completed', state: 'order-1' };
  assert.equal(refusal('gateway.session.list', good), undefined);
  assert.equal(
    refusal('gateway.audit', { from: '2026-01-26', until: '2026-01-26T10:00Z', session: 'a_b-c' }),
    undefined,
  );
  assert.equal(refusal('gateway.session.get', { response_code: 'abc' }), undefined);
});

test('the name of an unknown parameter is repeated without line ends and quotes', () => {
  assert.match(refusal('gateway.audit', { 'a\n"b': '1' }) ?? '', /parameter a\?\?b:/);
});
