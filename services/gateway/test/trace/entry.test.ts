import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../src/routes/routes.ts';
import { type AnsweredRequest, entriesOf } from '../../src/trace/entry.ts';

const routeOf = (operation: string) =>
  routes.find((route) => route.operation === operation) ?? assert.fail(`no route ${operation}`);
const answered: AnsweredRequest = {
  id: 'r1',
  at: 1000,
  ms: 7,
  method: 'POST',
  status: 400,
  contentType: 'Application/JSON; charset=utf-8',
  userAgent: `wallet\n${'x '.repeat(300)}`,
  match: { route: routeOf('issuer.token'), pattern: '/authorize/token' },
};
const only = (request: AnsweredRequest) => {
  const entries = entriesOf(request);
  assert.equal(entries.length, 1);
  return entries[0] ?? assert.fail();
};

test('a refusal: who asked what, what came of it, and why', () => {
  const checks = [{ check: 'checkCode', ok: false }];
  const { userAgent, ...entry } = only({
    ...answered,
    parameters: ['grant_type', 'code'],
    code: 'invalid_grant',
    refused: { reason: 'content_type', facts: { received: 'text/plain' } },
    annotation: { session: 's', step: 'token', checks },
  });
  assert.deepEqual(entry, {
    at: 1000,
    step: 'token',
    who: 'wallet',
    request: 'r1',
    method: 'POST',
    route: '/authorize/token',
    status: 400,
    ms: 7,
    outcome: 'refused',
    error: 'invalid_grant',
    reason: 'content_type',
    facts: { received: 'text/plain' },
    checks,
    contentType: 'application/json',
    parameters: ['grant_type', 'code'],
  });
  assert.equal(userAgent?.length, 200);
  assert.ok(userAgent.startsWith('wallet?x x'));
});

test('a fact that the reason does not list is no part of an entry', () => {
  const facts = { received: 'text/plain', sha256: 'secret' } as object;
  const refused = { reason: 'content_type', facts } as const;
  assert.deepEqual(only({ ...answered, refused }).facts, { received: 'text/plain' });
});

test('a parameter name that may be a value is not shown', () => {
  const values = ['493021', 'x'.repeat(41), 'a b', 'ö', 'eyJ0.eyJ1.c2lnbmF0dXJl'.repeat(3)];
  assert.deepEqual(only({ ...answered, parameters: ['state', ...values] }).parameters, ['state', '…']);
});

test('the outcome: a code that asks for the next step is none of a refusal', () => {
  const outcome = (change: Partial<AnsweredRequest>) => only({ ...answered, ...change }).outcome;
  assert.equal(outcome({ status: 200 }), 'ok');
  assert.equal(outcome({ status: 302, code: 'access_denied' }), 'refused');
  assert.equal(outcome({ status: 400, code: 'use_dpop_nonce' }), 'info');
  assert.equal(outcome({ status: 429, code: 'rate_limited' }), 'refused');
  assert.equal(outcome({ status: 404 }), 'refused');
  assert.equal(outcome({ status: 503, code: 'temporarily_unavailable' }), 'failed');
});

test('the caller, by the kind of the route', () => {
  const who = (operation: string) => only({ ...answered, match: { route: routeOf(operation), pattern: '/' } }).who;
  assert.deepEqual(
    ['issuer.offer.create', 'gateway.token', 'issuer.authorization.decline', 'verifier.response'].map(who),
    ['backend', 'backend', 'browser', 'wallet'],
  );
  assert.deepEqual([only({ ...answered, status: 404 }).who], ['wallet']);
});

test('each note is an entry of its own, before that of its request', () => {
  const notes = [{ reason: 'content_type', facts: { received: 'text/plain' } }] as const;
  const [note, main] = entriesOf({ ...answered, status: 200, annotation: { session: 's', notes } });
  assert.deepEqual([note?.outcome, note?.reason, note?.facts], ['info', 'content_type', notes[0].facts]);
  assert.deepEqual([main?.outcome, main?.reason, note?.request], ['ok', undefined, main?.request]);
});

test('checks of an accepted request are no part of an entry', () => {
  const annotation = { session: 's', checks: [{ check: 'a', ok: true }] };
  assert.equal(only({ ...answered, status: 200, annotation }).checks, undefined);
});
