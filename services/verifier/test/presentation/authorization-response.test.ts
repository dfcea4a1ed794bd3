import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { newHandle, newReference } from '@countersign/shared/crypto/wallet-reference';
import type { Json } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { encrypt } from '@countersign/shared/test/crypto/made-jwe';
import fc from 'fast-check';
import {
  checkResponseMode,
  checkState,
  checkVpToken,
  parseAuthorizationResponse,
  parseResponsePayload,
} from '../../src/presentation/authorization-response.ts';
import { type DcqlQuery, parseDcqlQuery } from '../../src/query/dcql-query.ts';
import type { PresentationReason } from '../../src/session/presentation-error.ts';
import { refuses, refusesWith } from './refuses.ts';

const jwe = encrypt({ text: Buffer.from('{}'), publicKey: generateKeyPair().publicKey, kid: 'k' });

test('the three forms of an answer', () => {
  const encrypted = parseAuthorizationResponse({ response: jwe, more: 'x' });
  assert.ok(encrypted.kind === 'encrypted' && encrypted.jwe.kid === 'k' && !('state' in encrypted));
  const vpToken = { a: ['x'] };
  assert.deepEqual(parseAuthorizationResponse({ vp_token: '{"a":["x"]}', state: 's' }), {
    kind: 'vp_token',
    vpToken,
    state: 's',
  });
  assert.deepEqual(parseAuthorizationResponse({ vp_token: vpToken }), { kind: 'vp_token', vpToken });
  assert.deepEqual(parseAuthorizationResponse({ error: 'access_denied', state: 's' }), {
    kind: 'error',
    error: { code: 'access_denied', endsRequest: true },
    state: 's',
  });
  assert.equal(parseAuthorizationResponse({ response: jwe, state: 's' }).state, 's');
});

const badBodies: Record<string, [body: unknown, reason: PresentationReason]> = {
  nothing: [undefined, 'malformed_body'],
  text: ['response=x', 'malformed_body'],
  'a list': [[], 'malformed_body'],
  'no parameter': [{ state: 's' }, 'parameters'],
  'a parameter of the prototype': [Object.create({ response: jwe }), 'parameters'],
  'response and vp_token': [{ response: jwe, vp_token: '{}' }, 'parameters'],
  'response and error': [{ response: jwe, error: 'x' }, 'parameters'],
  'vp_token and error': [{ vp_token: '{}', error: 'x' }, 'parameters'],
  'response as an object': [{ response: { $gt: '' } }, 'parameters'],
  'a signed response': [{ response: 'e30.e30.AAAA' }, 'jwe_header'],
  'vp_token that is no JSON': [{ vp_token: 'x' }, 'vp_token'],
  'vp_token as a text in JSON': [{ vp_token: '"x"' }, 'vp_token'],
  'vp_token as a list': [{ vp_token: '["x"]' }, 'vp_token'],
  'vp_token null': [{ vp_token: null }, 'vp_token'],
  'an id twice': [{ vp_token: '{"a":["x"],"a":["y"]}' }, 'vp_token'],
  'a reserved id': [{ vp_token: '{"__proto__":["x"]}' }, 'vp_token'],
  'state as an object': [{ vp_token: '{}', state: { $gt: '' } }, 'state'],
  'a long state': [{ response: jwe, state: 'x'.repeat(1025) }, 'state'],
  'an error that is no code': [{ error: 'a"b' }, 'parameters'],
};

for (const [name, [body, reason]] of Object.entries(badBodies)) {
  test(`refused body: ${name}`, () => {
    refuses(() => parseAuthorizationResponse(body as Json), reason);
  });
}

const payload = (text: string): unknown => parseResponsePayload(Buffer.from(text));

test('the payload of a JWE is parsed', () => {
  assert.deepEqual(payload('{"vp_token":{"a":["x"]},"state":"s","id_token":"y"}'), {
    kind: 'vp_token',
    vpToken: { a: ['x'] },
    state: 's',
  });
  assert.deepEqual(payload('{"error":"wallet_unavailable"}'), {
    kind: 'error',
    error: { code: 'wallet_unavailable', endsRequest: false },
  });
});

const badPayloads: Record<string, [text: string | Buffer, reason: PresentationReason]> = {
  nothing: ['', 'payload'],
  'a JWT': ['e30.e30.AAAA', 'payload'],
  'a list': ['[]', 'payload'],
  'no UTF-8': [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'payload'],
  'a byte order mark': ['\ufeff{"vp_token":{}}', 'payload'],
  'a member twice': ['{"vp_token":{},"vp_token":{}}', 'payload'],
  'state twice': ['{"vp_token":{},"state":"a","state":"b"}', 'payload'],
  'a member twice, once escaped': ['{"vp_token":{},"vp_\\u0074oken":{}}', 'payload'],
  'ten thousand levels': [`{"vp_token":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'payload'],
  'a reserved member': ['{"__proto__":{"vp_token":{}}}', 'payload'],
  'neither token nor error': ['{"state":"s"}', 'parameters'],
  'another JWE': [JSON.stringify({ response: jwe }), 'parameters'],
  'vp_token as JSON text': ['{"vp_token":"{}"}', 'vp_token'],
  'vp_token as a list': ['{"vp_token":[]}', 'vp_token'],
};

for (const [name, [text, reason]] of Object.entries(badPayloads)) {
  test(`refused inside a JWE: ${name}`, () => {
    refuses(() => parseResponsePayload(Buffer.from(text as string)), reason);
  });
}

test('a clear response where encryption was requested, and vice versa', () => {
  checkResponseMode('encrypted', 'direct_post.jwt');
  checkResponseMode('vp_token', 'direct_post');
  checkResponseMode('error', 'direct_post.jwt');
  checkResponseMode('error', 'direct_post');
  refuses(() => checkResponseMode('vp_token', 'direct_post.jwt'), 'not_encrypted');
  refuses(() => checkResponseMode('encrypted', 'direct_post'), 'parameters');
});

test('state is that of the session, and never missing', () => {
  const handle = newHandle(0, systemRandom);
  const { text, hash } = newReference(handle, systemRandom);
  const expected = { handle, stateHash: hash };
  checkState(text, expected);
  const otherHandle = newHandle(0, systemRandom);
  const others = [
    undefined,
    '',
    handle,
    hash,
    `${text}A`,
    text.slice(1),
    newReference(handle, systemRandom).text,
    newReference(otherHandle, systemRandom).text,
  ];
  for (const state of others) refuses(() => checkState(state, expected), 'state');
  refuses(() => checkState(text, { handle: otherHandle, stateHash: hash }), 'state');
});

function queryOf(extra: object = {}): DcqlQuery {
  const base = { format: 'dc+sd-jwt', meta: { vct_values: ['urn:x'] } };
  const credentials = [
    { ...base, id: 'a' },
    { ...base, id: 'b', multiple: true },
  ];
  const parsed = parseDcqlQuery({ credentials, ...extra });
  assert.ok(parsed.ok);
  return parsed.query;
}

const query = queryOf({ credential_sets: [{ options: [['a'], ['b']] }] });

test('presentations are found under their queries', () => {
  const found = checkVpToken({ a: ['x'], b: ['y', 'z'] }, query);
  assert.deepEqual(
    found.map(({ query: { id }, presentations }) => [id, presentations]),
    [
      ['a', ['x']],
      ['b', ['y', 'z']],
    ],
  );
  checkVpToken({ b: Array(16).fill('x') }, query);
});

const badTokens: Record<string, [token: unknown, reason: PresentationReason]> = {
  nothing: [{}, 'incomplete'],
  'an unknown id': [{ a: ['x'], c: ['x'] }, 'unknown_id'],
  'an id of the prototype': [{ a: ['x'], toString: ['x'] }, 'unknown_id'],
  'a bare text': [{ a: 'x' }, 'vp_token'],
  'an object': [{ a: { 0: 'x' } }, 'vp_token'],
  null: [{ a: null }, 'vp_token'],
  'an empty list': [{ a: [] }, 'vp_token'],
  'an empty list next to a full one': [{ a: ['x'], b: [] }, 'vp_token'],
  'a nested list': [{ a: [['x']] }, 'vp_token'],
  'an object as presentation': [{ a: [{}] }, 'vp_token'],
  'two where one is allowed': [{ a: ['x', 'y'] }, 'multiple'],
  'seventeen presentations': [{ a: ['x'], b: Array(16).fill('x') }, 'vp_token'],
};

for (const [name, [token, reason]] of Object.entries(badTokens)) {
  test(`refused VP Token: ${name}`, () => {
    refuses(() => checkVpToken(token as never, query), reason);
  });
}

test('without credential sets every query must be answered', () => {
  checkVpToken({ a: ['x'], b: ['x'] }, queryOf());
  refuses(() => checkVpToken({ a: ['x'] }, queryOf()), 'incomplete');
});

test('any body, any payload, any token: parsed or refused properly', () => {
  const parameter = fc.oneof(fc.jsonValue(), fc.json(), fc.constantFrom(jwe, '{}', {}, ['x']));
  const body = fc.record(
    { response: parameter, vp_token: parameter, error: parameter, state: parameter },
    { requiredKeys: [] },
  );
  const properly = (call: () => unknown): void => {
    try {
      call();
    } catch (error) {
      refuses(() => {
        throw error;
      });
    }
  };
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), body), fc.uint8Array(), (value, bytes) => {
      properly(() => parseAuthorizationResponse(value as Json));
      properly(() => parseResponsePayload(Buffer.from(JSON.stringify(value))));
      properly(() => parseResponsePayload(Buffer.from(bytes)));
      properly(() => checkVpToken({ a: value as Json, b: value as Json }, query));
    }),
  );
});

test('facts of a refused body: names of parameters that are known, never a value', () => {
  const parse = (body: Json) => () => parseAuthorizationResponse(body);
  refusesWith(parse({ vp_token: '{}', error: 'x', secret: 'y' }), 'parameters', {
    detail: 'several',
    parameters: ['vp_token', 'error'],
  });
  refusesWith(parse({ state: 's', 'eyJ.e30.x': '' }), 'parameters', { detail: 'none', parameters: ['state'] });
  refusesWith(parse({ response: 7 as never }), 'parameters', { detail: 'not_text', parameters: ['response'] });
  refusesWith(parse({ vp_token: 'eyJ.e30.x~' }), 'vp_token', { detail: 'not_json' });
  refusesWith(parse({ vp_token: '[]' }), 'vp_token', { detail: 'not_an_object' });
  refusesWith(parse({ vp_token: '{"a":["x"],"a":["y"]}' }), 'vp_token', { detail: 'duplicate_member' });
  const legacy = { parameter: 'presentation_submission', presentName: 'vp_token' } as const;
  const older = { vp_token: 'eyJ.e30.x~', presentation_submission: '{}', state: 's' };
  refusesWith(parse(older), 'response_legacy', legacy);
  // A matching response is accepted, and recognized as a draft's.
  const taken = parseAuthorizationResponse({ ...older, vp_token: '{"a":["x"]}' });
  assert.deepEqual(taken, { kind: 'vp_token', vpToken: { a: ['x'] }, state: 's', legacy });
});

test('facts of a refused payload, mode and state', () => {
  const parse = (text: string) => () => parseResponsePayload(Buffer.from(text));
  refusesWith(parse('e30.e30.AAAA'), 'payload', { detail: 'signed_jwt' });
  refusesWith(parse('x'), 'payload', { detail: 'not_json' });
  refusesWith(parse('[]'), 'payload', { detail: 'not_an_object' });
  refusesWith(() => parseResponsePayload(Buffer.from([0xff])), 'payload', { detail: 'not_utf8' });
  refusesWith(() => checkResponseMode('vp_token', 'direct_post.jwt'), 'not_encrypted', {
    parameter: 'response',
    expected: 'direct_post.jwt',
  });
  refusesWith(() => checkResponseMode('encrypted', 'direct_post'), 'parameters', {
    detail: 'encryption_not_asked_for',
    expected: 'direct_post',
  });
  const handle = newHandle(0, systemRandom);
  const { text, hash } = newReference(handle, systemRandom);
  const expected = { handle, stateHash: hash };
  refusesWith(() => checkState(undefined, expected), 'state', { detail: 'missing' });
  refusesWith(() => checkState(`${text}A`, expected), 'state', { detail: 'form' });
  refusesWith(() => checkState(newReference(handle, systemRandom).text, expected), 'state', { detail: 'another' });
});

test('facts of a refused VP Token: ids of the query, counts, and no presentation', () => {
  const check =
    (token: unknown, of = query) =>
    () =>
      checkVpToken(token as never, of);
  refusesWith(check({ a: ['x'], c: ['x'] }), 'unknown_id', { received: 'c', expectedAny: ['a', 'b'] });
  refusesWith(check({ 'eyJ.e30.x~': ['x'] }), 'unknown_id', { expectedAny: ['a', 'b'] });
  refusesWith(check({ a: ['x', 'y'] }), 'multiple', { credential: 'a', count: 2, most: 1 });
  refusesWith(check({ a: 'x' }), 'vp_token', { credential: 'a', detail: 'text_in_place_of_a_list' });
  refusesWith(check({ a: {} }), 'vp_token', { credential: 'a', detail: 'no_list' });
  refusesWith(check({ a: [] }), 'vp_token', { credential: 'a', detail: 'empty_list' });
  refusesWith(check({ a: [{}] }), 'vp_token', { credential: 'a', detail: 'presentation_no_text' });
  refusesWith(check({ a: ['x'], b: Array(16).fill('x') }), 'vp_token', { detail: 'too_many', count: 17, most: 16 });
  refusesWith(check({}), 'incomplete', { parameters: ['a'] });
  refusesWith(check({ a: ['x'] }, queryOf()), 'incomplete', { parameters: ['b'] });
});
