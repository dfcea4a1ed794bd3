import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import fc from 'fast-check';
import { codeFact, knownCode, readWalletError } from '../../src/presentation/wallet-error.ts';
import { refuses } from './refuses.ts';

test('only a refusal by the person ends the request', () => {
  assert.deepEqual(readWalletError({ error: 'access_denied' }), { code: 'access_denied', endsRequest: true });
  for (const error of ['invalid_request', 'wallet_unavailable', 'processing_error', 'something new']) {
    assert.equal(readWalletError({ error }).endsRequest, false);
  }
});

test('a description loses control characters and stays plain text', () => {
  const error_description = 'no\r\n<b>\u0000x</b>\u202e\u0085';
  const { description } = readWalletError({ error: 'x', error_description });
  assert.equal(description, 'no  <b> x</b>  ');
});

test('a description is cut at 1 KiB, between characters', () => {
  const cut = (error_description: string): string =>
    readWalletError({ error: 'x', error_description }).description ?? '';
  assert.equal(cut('a'.repeat(2000)), 'a'.repeat(1024));
  assert.equal(cut('€'.repeat(2000)), '€'.repeat(341));
  assert.equal(cut(`${'a'.repeat(1023)}😀`), 'a'.repeat(1023));
  assert.equal(cut('\ud800'), '\ufffd');
});

const bad: unknown[] = [undefined, null, 1, '', 'x'.repeat(65), 'a"b', 'a\\b', 'a\nb', 'ä', ['access_denied'], {}];
for (const error of bad) {
  test(`refused as an error code: ${JSON.stringify(error)?.slice(0, 20)}`, () => {
    refuses(() => readWalletError({ error } as JsonObject), 'parameters');
  });
}

test('a description of another kind is left out', () => {
  assert.deepEqual(readWalletError({ error: 'x', error_description: { a: 1 } }), { code: 'x', endsRequest: false });
});

test('any description comes out short, well-formed and on one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (error_description) => {
      const { description = '' } = readWalletError({ error: 'x', error_description });
      assert.ok(Buffer.byteLength(description) <= 1024);
      assert.doesNotMatch(description, /[\r\n\0]/);
    }),
  );
});

test('events carry codes of the standard alone: a wallet may write anything there', () => {
  for (const code of ['access_denied', 'wallet_unavailable']) assert.equal(knownCode(code), code);
  for (const code of ['Erika Mustermann', 'ACCESS_DENIED', '']) assert.equal(knownCode(code), 'other');
});

test('as a fact a code is shown where it looks like one', () => {
  for (const code of ['access_denied', 'processing_error', 'X-1.a']) assert.equal(codeFact(code), code);
  for (const code of ['Erika Mustermann', '', '{"a":1}']) assert.equal(codeFact(code), 'other');
});
