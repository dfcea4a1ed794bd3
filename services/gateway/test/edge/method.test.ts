import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Exchange } from '../../src/edge/answer.ts';
import type { Match } from '../../src/edge/match.ts';
import { checkHead, matchMethod } from '../../src/edge/method.ts';
import type { Route } from '../../src/routes/route.ts';

const match = (route: Partial<Route>): Match => ({ route, pattern: '/x', params: {} }) as unknown as Match;
const exchange = (method: string): Exchange => ({ request: { method } }) as unknown as Exchange;

/** The refusal's header allow; undefined if the method is accepted. */
function allowedAfter(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ProtocolError && error.code === 'method_not_allowed');
    return error.options.headers?.allow;
  }
}

test('HEAD is answered by the row of GET', () => {
  const [post, get] = [match({ method: 'POST' }), match({ method: 'GET' })];
  for (const method of ['GET', 'HEAD']) assert.equal(matchMethod(exchange(method), [post, get]), get);
  const posted = exchange('POST');
  assert.equal(matchMethod(posted, [post, get]), post);
  assert.equal(posted.match, post);
});

test('a refusal names each method once, and HEAD where it is answered', () => {
  const rows = [match({ method: 'GET' }), match({ method: 'POST' }), match({ method: 'POST' })];
  assert.equal(
    allowedAfter(() => matchMethod(exchange('PUT'), rows)),
    'GET, HEAD, POST',
  );
  assert.equal(
    allowedAfter(() => matchMethod(exchange('PUT'), [match({ method: 'GET', changes: true })])),
    'GET',
  );
});

test('HEAD is refused where GET changes something, and only there', () => {
  const byCode = { operation: 'o', changes: { query: 'code' } };
  assert.equal(
    allowedAfter(() => checkHead({ operation: 'o', changes: true }, {})),
    'GET',
  );
  assert.equal(
    allowedAfter(() => checkHead(byCode, { code: '' })),
    'GET',
  );
  assert.equal(
    allowedAfter(() => checkHead(byCode, { other: 'x' })),
    undefined,
  );
  assert.equal(
    allowedAfter(() => checkHead({ operation: 'o' }, { code: 'x' })),
    undefined,
  );
});

test('the reason names the method that came; at the request object of a presentation it is one of its own', () => {
  const refused = (operation: string, method: string): unknown => {
    try {
      matchMethod(exchange(method), [
        match({ operation, method: 'GET', changes: true }),
        match({ operation, method: 'POST' }),
      ]);
    } catch (error) {
      assert.ok(error instanceof ProtocolError);
      return [error.options.reason, error.options.facts];
    }
    return undefined;
  };
  const facts = { expectedAny: ['GET', 'POST'], received: 'PUT' };
  assert.deepEqual(refused('issuer.token', 'PUT'), ['method', facts]);
  assert.deepEqual(refused('verifier.request.get', 'PUT'), ['request_method', facts]);
  const head = { operation: 'verifier.request.get', changes: true } as const;
  assert.throws(
    () => checkHead(head, {}),
    (error) => error instanceof ProtocolError && error.options.reason === 'request_method',
  );
});

test('a refusal leaves out methods of a path whose parameter has the value of a literal', () => {
  const literal = { ...match({ method: 'POST' }), pattern: '/session/revoke' };
  const rows = [literal, { ...match({ method: 'DELETE' }), pattern: '/session/{sessionId}' }];
  assert.equal(
    allowedAfter(() => matchMethod(exchange('PUT'), rows)),
    'POST',
  );
});
