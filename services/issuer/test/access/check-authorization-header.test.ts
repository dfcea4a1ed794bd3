import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkAuthorizationHeader } from '../../src/access/check-authorization-header.ts';

const read = (authorization?: string) => checkAuthorizationHeader({ request: { headers: { authorization } } });

test('scheme and token are read, the scheme without case', () => {
  assert.deepEqual(read('DPoP abc'), { scheme: 'DPoP', token: 'abc' });
  assert.deepEqual(read('dpop  a.b-c_~+/='), { scheme: 'DPoP', token: 'a.b-c_~+/=' });
  assert.deepEqual(read('BEARER abc'), { scheme: 'Bearer', token: 'abc' });
});

test('every other header is no authentication', () => {
  for (const header of [undefined, '', 'abc', 'Basic abc', 'Bearer', 'Bearer a b', 'Bearer \u00e4', 'DPoPabc']) {
    refuses(() => read(header), 'unauthenticated');
  }
});

test('the backend learns why, and nothing that may be a token', async () => {
  const either = ['DPoP', 'Bearer'];
  assert.deepEqual(await whyRefused(() => read()), ['token_missing']);
  assert.deepEqual(await whyRefused(() => read('Basic abc')), [
    'token_scheme',
    { expectedAny: either, received: 'basic' },
  ]);
  assert.deepEqual(await whyRefused(() => read('secret abc')), ['token_scheme', { expectedAny: either }]);
  assert.deepEqual(await whyRefused(() => read('secret')), ['token_scheme', { expectedAny: either }]);
  assert.deepEqual(await whyRefused(() => read('Bearer a b')), ['token_format', { received: 'bearer' }]);
  assert.deepEqual(await whyRefused(() => read('DPoP "a"')), ['token_format', { received: 'dpop' }]);
});
