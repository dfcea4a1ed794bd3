/** Responses: status, headers, and which parts of an error are sent or logged. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { annotated } from '@countersign/shared/http/annotation';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { createLog } from '@countersign/shared/kernel/log';
import { commonHeaders, type Exchange, errorAnswer, noteReached, replyAnswer, send } from '../../src/edge/answer.ts';
import type { Route } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/routes.ts';

const rowOf = (fits: (route: Route) => boolean): Route => routes.find(fits) ?? assert.fail('no such row');
const wallet = rowOf(({ errors, success }) => errors === 'oauth' && success.form !== undefined);
const management = rowOf(({ auth }) => auth === 'management');
const open = rowOf(({ auth, errors }) => auth === 'none' && errors === 'problem');

interface Written {
  status?: number;
  headers?: Record<string, string | number>;
  body?: unknown;
  resumed?: boolean;
}

function exchangeOf(route: Route | undefined, method = 'GET'): { exchange: Exchange; written: Written } {
  const written: Written = {};
  const response = {
    headersSent: false,
    destroyed: false,
    writeHead: (status: number, headers: Record<string, string | number>) =>
      Object.assign(written, { status, headers }),
    end: (body: unknown) => Object.assign(written, { body }),
  };
  const request = { method, headers: {}, complete: false, resume: () => Object.assign(written, { resumed: true }) };
  const exchange: Exchange = {
    id: 'request-1',
    trace: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    request: request as unknown as IncomingMessage,
    response: response as unknown as ServerResponse,
    ...(route === undefined ? {} : { match: { route, owner: 'a', pattern: '/x', params: {} } }),
  };
  return { exchange, written };
}

const brandOf = async () => ({ name: 'Countersign' });

async function errorOf(error: unknown, route: Route | undefined) {
  const lines: string[] = [];
  const log = createLog(
    'debug',
    () => 0,
    (line) => lines.push(line),
  );
  const { exchange } = exchangeOf(route);
  return { ...(await errorAnswer(error, exchange, { log, brandOf })), exchange, lines };
}

test('the status is that of the operation, else that of the row for the encoding of the request', () => {
  const route: Route = { ...wallet, success: { json: 201, form: 200, interface: 202 } };
  const status = (encoding: 'json' | 'form', interfaceCodes: boolean, decided?: number) =>
    replyAnswer(
      { body: {}, ...(decided === undefined ? {} : { status: decided }) },
      { route, encoding, interfaceCodes },
    ).status;
  assert.deepEqual([status('json', false), status('form', false), status('form', true)], [201, 200, 200]);
  assert.deepEqual([status('json', true), status('json', true, 401)], [202, 401]);
});

test('a reply without a body is {}, unless its status has none; the operation overrides caching', () => {
  const row = { route: { ...wallet, cache: 'no-store' }, encoding: 'json', interfaceCodes: false } as const;
  assert.equal(replyAnswer({}, row).body, '{}');
  for (const status of [204, 304, 302]) {
    assert.deepEqual(replyAnswer({ status }, row), { status, headers: { 'cache-control': 'no-store' } });
  }
  const raw = replyAnswer({ raw: Buffer.from('x'), headers: { 'cache-control': 'max-age=1' } }, row);
  assert.deepEqual(raw.headers, { 'cache-control': 'max-age=1', 'content-type': 'application/octet-stream' });
});

test('an unexpected error is logged, and its details are not sent', async () => {
  const { status, body, lines, exchange } = await errorOf(new TypeError('CANARY undefined'), management);
  assert.equal(status, 500);
  assert.ok(!String(body).includes('CANARY'));
  assert.match(String(body), /request-1/);
  assert.equal(exchange.code, 'server_error');
  const logged = JSON.parse(lines[0] ?? '{}');
  assert.deepEqual([logged.request, logged.trace, logged.level], ['request-1', 'a'.repeat(32), 'error']);
});

test('a refusal has the style of its row; its detail is for the log', async () => {
  const error = new ProtocolError('invalid_grant', 'The code is spent', { reason: 'code_unknown', detail: 'CANARY' });
  const oauth = await errorOf(error, wallet);
  assert.equal(JSON.parse(String(oauth.body)).error, 'invalid_grant');
  assert.equal(oauth.headers['cache-control'], 'no-store');
  assert.ok(!String(oauth.body).includes('CANARY'));
  assert.ok(oauth.lines.join().includes('CANARY'));
  assert.match(String((await errorOf(error, management)).headers['content-type']), /problem\+json/);
  assert.match(String((await errorOf(error, { ...wallet, errors: 'page' })).headers['content-type']), /html/);
  assert.equal((await errorOf(error, open)).headers['cache-control'], undefined);
  assert.equal((await errorOf(error, undefined)).headers['cache-control'], 'no-store', 'an address that no row has');
});

test('an error names its session for the log, not for the caller', async () => {
  const error = annotated(new ProtocolError('invalid_grant', 'The code is spent', { reason: 'code_unknown' }), {
    session: 'session-1',
  });
  const { exchange, body } = await errorOf(error, wallet);
  assert.equal(exchange.session, 'session-1');
  assert.ok(!String(body).includes('session-1'));
});

test('the annotation of a reply is kept; a reply without one changes nothing', () => {
  const { exchange } = exchangeOf(wallet);
  noteReached(exchange, { session: 's', code: 'invalid_grant' });
  noteReached(exchange, undefined);
  assert.deepEqual([exchange.session, exchange.code], ['s', 'invalid_grant']);
});

test('every answer has its request id; those of wallet rows may be read from other origins, management never', () => {
  const headers = (route: Route) => commonHeaders(exchangeOf(route).exchange);
  assert.equal(headers(management)['x-request-id'], 'request-1');
  assert.equal(headers(management)['x-content-type-options'], 'nosniff');
  assert.equal(headers(management)['access-control-allow-origin'], undefined);
  assert.equal(headers(wallet)['access-control-allow-origin'], '*');
});

test('HEAD gets the length and no body; an unread body is drained', () => {
  const { exchange, written } = exchangeOf(open, 'HEAD');
  send(exchange, { status: 200, headers: {}, body: 'ä' });
  assert.deepEqual([written.status, written.headers?.['content-length'], written.body], [200, '2', undefined]);
  assert.equal(written.resumed, true);
});

test('a response that has begun, such as that of a stream, is not written again', () => {
  const { exchange, written } = exchangeOf(open);
  Object.assign(exchange.response, { headersSent: true });
  send(exchange, { status: 500, headers: {} });
  assert.deepEqual(written, {});
});
