import assert from 'node:assert/strict';
import test from 'node:test';
import * as change from '../../src/faults/change.ts';
import { newWalletKey } from '../../src/jwt/keys.ts';
import type { FaultMemory, WalletRequest } from '../../src/sending/fault.ts';

const memory = {} as FaultMemory;
const request: WalletRequest = { step: 'token', method: 'POST', url: 'https://issuer.example/a/b?x=1', headers: {} };

test('fields of a form are set and dropped; a form without the named field stays', () => {
  const sent = { ...request, form: { a: '1', b: '2' } };
  assert.deepEqual(change.form({ a: undefined, c: '3' })(sent, memory)?.form, { b: '2', c: '3' });
  assert.equal(change.form({ a: undefined }, 'code')(sent, memory), sent);
  assert.equal(change.form({ a: '1' })(request, memory), request);
});

test('members of a JSON body, headers, path and query are changed', () => {
  assert.deepEqual(change.json({ a: 2, b: undefined })({ ...request, json: { a: 1, b: 1 } }, memory)?.json, { a: 2 });
  const headers = { ...request, headers: { a: '1', b: '1' } };
  assert.deepEqual(change.headers({ a: undefined, c: '1' })(headers, memory)?.headers, { b: '1', c: '1' });
  assert.equal(change.path((path) => `${path}/`)(request, memory)?.url, 'https://issuer.example/a/b/?x=1');
  assert.equal(change.query({ x: undefined, y: '2' })(request, memory)?.url, 'https://issuer.example/a/b?y=2');
});

test('a JWT of the kind is changed, one of another kind is not', () => {
  const parts = {
    kind: 'dpop',
    step: 'token',
    header: { typ: 'a' },
    payload: { a: 1, b: 1 },
    sign: newWalletKey(),
  } as const;
  assert.deepEqual(change.payload('dpop', () => ({ a: undefined }))(parts), { ...parts, payload: { b: 1 } });
  assert.deepEqual(change.header('dpop', ({ typ }) => ({ typ: `${typ}b` }))(parts), {
    ...parts,
    header: { typ: 'ab' },
  });
  assert.equal(change.payload('proof', () => ({ a: 2 }))(parts), parts);
});

test('the proofs of a credential request are changed, whatever their type', () => {
  const sent = { ...request, json: { proofs: { jwt: ['one'] } } };
  assert.deepEqual(change.proofs((list) => [...list, ...list])(sent, memory)?.json, {
    proofs: { jwt: ['one', 'one'] },
  });
});

test('an answer is changed in the form, or before it is encrypted', async () => {
  const twice = change.presentations((list) => [...list, ...list]);
  const plain = { ...request, form: { vp_token: '{"pid":["p"]}', state: 's' } };
  assert.deepEqual(twice(plain, memory)?.form, { vp_token: '{"pid":["p","p"]}', state: 's' });
  const encrypted = { ...request, form: {}, json: { vp_token: { pid: ['p'] }, state: 's' } };
  assert.deepEqual(twice(encrypted, memory)?.json, { vp_token: { pid: ['p', 'p'] }, state: 's' });
});

test('a JWE is changed after it was made', async () => {
  const made = { ...request, json: {}, encrypt: async () => 'eyJraWQiOiJhIn0..iv.content.tag' };
  const other = change.encrypted((jwe) => change.withJweHeader(jwe, { kid: 'b' }))(made, memory);
  assert.equal(await other?.encrypt?.({}), 'eyJraWQiOiJiIn0..iv.content.tag');
  assert.match(change.withOtherTag('a..b.c.d'), /^a\.\.b\.c\.A{22}$/);
  assert.equal(change.encrypted(change.withOtherTag)(request, memory)?.encrypt, undefined);
});
