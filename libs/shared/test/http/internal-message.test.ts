import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Annotation, annotated, annotationOf } from '../../src/http/annotation.ts';
import {
  decodeReply,
  decodeRequest,
  encodeError,
  encodeReply,
  encodeRequest,
  internalHeaders,
} from '../../src/http/internal-message.ts';
import type { DryRun, OperationReply, OperationRequest } from '../../src/http/message.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import type { JsonObject } from '../../src/kernel/json.ts';

const request: OperationRequest = {
  id: 'request-1',
  tenant: 'default',
  method: 'POST',
  url: 'https://issuer.example/token',
  params: { id: 'a b' },
  query: {},
  headers: { dpop: 'proof' },
  body: { claims: { name: 'Zoë', $schema: 'x', 'a.b': [1, null, true] } },
  encoding: 'json',
  address: '192.0.2.1',
};

function throughTheWire(reply: OperationReply): OperationReply {
  const { headers, body } = encodeReply(reply);
  return decodeReply(headers[internalHeaders.reply], Buffer.from(body ?? ''));
}

/** Every member: a new one does not compile until it is here. */
const whole: Required<OperationRequest> = {
  ...request,
  repeatable: true,
  query: { a: '1' },
  found: [{ pointer: '/a', detail: 'missing' }],
  client: 'api-key',
  role: 'operator',
  platform: true,
  address: '192.0.2.1',
  trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  deadline: 5000,
  record: {
    id: 'r',
    tenant: 'default',
    at: 1,
    action: 'offer.made',
    client: 'api-key',
    request: 'request-1',
    subject: 'pid',
    data: {},
  },
  dryRun: { until: 1, webhooks: true, session: 's', walletProvider: 'PEM', issuer: 'PEM' } satisfies Required<DryRun>,
};

function arrived(sent: OperationRequest, now = 0): OperationRequest {
  const { headers, body } = encodeRequest(sent, now);
  return decodeRequest(headers, body, now);
}

test('every member of a request arrives as it was', () => {
  assert.deepEqual(arrived(whole, 4000), whole);
  assert.deepEqual(arrived(request), request);
});

test('a member that is no JSON does not compile', () => {
  const { deadline: _, trace: __, ...plain } = whole;
  plain satisfies JsonObject;
  // @ts-expect-error: a function can't be sent
  ({ ...plain, progress: () => undefined }) satisfies JsonObject;
  // @ts-expect-error: nor can it be the body
  encodeRequest({ ...whole, body: () => undefined }, 0);
});

test('the time that is left is sent, since the clock of the receiver may differ', () => {
  const { headers, body } = encodeRequest({ ...request, deadline: 5000 }, 4000);
  assert.equal(decodeRequest(headers, body, 70).deadline, 1070);
  for (const budget of ['x', '0', '-1', 'Infinity']) {
    assert.equal(decodeRequest({ [internalHeaders.budget]: budget }, body, 70).deadline, undefined, budget);
  }
});

test('an encrypted body arrives as its text', () => {
  const { body, encoding } = arrived({ ...request, body: 'a..b.c.d', encoding: 'jwt' });
  assert.deepEqual([body, encoding], ['a..b.c.d', 'jwt']);
});

for (const text of [
  '',
  'null',
  '[]',
  '{}',
  '"x"',
  JSON.stringify({ ...request, tenant: 5 }),
  JSON.stringify({ ...request, params: null }),
  JSON.stringify({ ...request, headers: [] }),
  JSON.stringify({ ...request, encoding: 'xml' }),
]) {
  test(`no request: ${text.slice(0, 40)}`, () => {
    assert.throws(
      () => decodeRequest({}, text, 0),
      (error) => error instanceof ProtocolError && error.code === 'invalid_request',
    );
  });
}

test('replies of every kind arrive as they were', () => {
  for (const reply of [
    {},
    { status: 204 },
    { body: { a: [1, 'ü'] } },
    { body: null },
    { body: 'text' },
    { body: {}, recorded: true },
    { status: 302, headers: { location: 'https://wallet.example/?state=grün€😀' } },
    { raw: Buffer.from([0, 255, 10]), contentType: 'image/png', headers: { etag: '"1"' } },
  ] satisfies OperationReply[]) {
    assert.deepEqual(throughTheWire(reply), reply);
  }
  assert.deepEqual(throughTheWire({ raw: 'a.b.c' }), { raw: Buffer.from('a.b.c') });
});

test('the header of a reply is ASCII for any content', () => {
  const { headers } = encodeReply({ headers: { location: 'https://x.example/ü\u2028😀\u007f' } });
  assert.match(String(headers[internalHeaders.reply]), /^[\x20-\x7e]*$/);
});

test('an annotation is sent with replies and errors; its unknown fields are ignored', () => {
  const annotation = { session: 's1', step: 'token' } as const;
  const coded = { session: 's1', step: 'authorize', code: 'access_denied' } as const;
  for (const one of [annotation, coded]) {
    assert.deepEqual(throughTheWire({ body: {}, annotation: one }).annotation, one);
  }
  for (const [sent, received] of [
    [
      { ...coded, code: 'of-a-newer-version' },
      { session: 's1', step: 'authorize' },
    ],
    [{ ...annotation, step: 'of-a-newer-version' }, { session: 's1' }],
    [{ step: 'token' }, undefined],
    ['text', undefined],
  ]) {
    const meta = JSON.stringify({ kind: 'none', annotation: sent });
    assert.deepEqual(decodeReply(meta, Buffer.alloc(0)).annotation, received);
  }
  const { headers, body } = encodeError(
    annotated(new ProtocolError('invalid_grant', 'x', { reason: 'session_unknown' }), annotation),
  );
  assert.ok(!String(body).includes('s1'));
  try {
    decodeReply(headers[internalHeaders.reply], Buffer.from(String(body)));
    assert.fail('it threw nothing');
  } catch (error) {
    assert.deepEqual(annotationOf(error), annotation);
  }
});

test('checks, notes and reasons are sent; facts of no known name or form are dropped', () => {
  const annotation: Annotation = {
    step: 'token',
    attempt: 'a1',
    refused: { reason: 'session_unknown' },
    checks: [{ check: 'checkCode', ok: false }],
    notes: [{ reason: 'content_type', facts: { received: 'text/plain', expectedAny: ['application/json'] } }],
  };
  assert.deepEqual(throughTheWire({ body: {}, annotation }).annotation, annotation);
  const malformed = {
    step: 'token',
    refused: { reason: 'no name' },
    checks: [{ check: 5 }, 'text', { check: 'checkCode', ok: true, other: 1 }],
    notes: [{ reason: 'content_type', facts: { received: { a: 1 }, other: 'x' } }, null],
  };
  const meta = JSON.stringify({ kind: 'none', annotation: malformed });
  assert.deepEqual(decodeReply(meta, Buffer.alloc(0)).annotation, {
    step: 'token',
    checks: [{ check: 'checkCode', ok: true }],
    notes: [{ reason: 'content_type' }],
  });
});

test('an annotation that would not fit into the headers keeps its session', () => {
  const expectedAny = Array.from({ length: 20 }, () => '\u20ac'.repeat(200));
  const notes = [{ reason: 'content_type', facts: { expectedAny } }] as const;
  const annotation = { session: 's1', step: 'token', notes } as const;
  assert.deepEqual(throughTheWire({ body: {}, annotation }).annotation, { session: 's1', step: 'token' });
});

test('an error arrives with its reason, which may be one that only another process knows', () => {
  const facts = { received: 'text/plain' };
  const error = new ProtocolError('unsupported_media_type', 'x', { reason: 'content_type', facts });
  const { headers, body } = encodeError(error);
  const meta = headers[internalHeaders.reply];
  const received = (text: string) => {
    try {
      decodeReply(meta, Buffer.from(text));
    } catch (caught) {
      return caught instanceof ProtocolError ? caught.options : undefined;
    }
    return undefined;
  };
  assert.deepEqual(received(String(body)), { reason: 'content_type', facts });
  const other = { ...JSON.parse(String(body)), reason: 'of_a_newer_version' };
  assert.deepEqual(received(JSON.stringify(other)), { reason: 'of_a_newer_version', facts });
  const { reason: _reason, ...older } = other;
  assert.deepEqual(received(JSON.stringify(older)), { reason: 'unexplained' });
});

test('an error of the table arrives with what the wallet needs, without what only the log may hold', () => {
  const error = new ProtocolError('use_dpop_nonce', 'A nonce is needed', {
    reason: 'rate_limited',
    headers: { 'dpop-nonce': 'n' },
    members: { auth_session: 's' },
    errors: [{ pointer: '/a', detail: 'missing' }],
    scheme: 'DPoP',
    detail: 'for the log',
    forBackend: { description: 'for the backend' },
    cause: new Error('canary'),
  });
  const { headers, body } = encodeError(error);
  assert.ok(!String(body).includes('canary') && !String(body).includes('for the '));
  assert.throws(
    () => decodeReply(headers[internalHeaders.reply], Buffer.from(String(body))),
    (thrown) => {
      assert.ok(thrown instanceof ProtocolError);
      assert.equal(thrown.code, 'use_dpop_nonce');
      assert.equal(thrown.message, 'A nonce is needed');
      const { detail: _detail, cause: _cause, forBackend: _backend, ...expected } = error.options;
      assert.deepEqual(thrown.options, expected);
      return true;
    },
  );
});

test('an unexpected error leaves the service without details', () => {
  const { body } = encodeError(new TypeError('canary in a message'));
  assert.match(String(body), /"code":"server_error"/);
  assert.ok(!String(body).includes('canary'));
});

test('what is no answer of a service is an error, also one that names a code of Object.prototype', () => {
  assert.throws(() => decodeReply(undefined, Buffer.from('<html>')));
  assert.throws(() => decodeReply('{"kind":"other"}', Buffer.alloc(0)));
  const meta = encodeError(new Error()).headers[internalHeaders.reply];
  assert.throws(
    () => decodeReply(meta, Buffer.from('{"code":"toString","message":"x"}')),
    (error) => !(error instanceof ProtocolError),
  );
});
