import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkTokenType } from '../../src/access/check-token-type.ts';

test('a bound token has the scheme DPoP, a plain one Bearer', () => {
  checkTokenType({ grant: { dpopJkt: 'x' }, scheme: 'DPoP' });
  checkTokenType({ grant: {}, scheme: 'Bearer' });
  refuses(() => checkTokenType({ grant: { dpopJkt: 'x' }, scheme: 'Bearer' }), 'invalid_token');
  refuses(() => checkTokenType({ grant: {}, scheme: 'DPoP' }), 'invalid_token');
});

test('the backend learns which scheme the token has', async () => {
  const bound = () => checkTokenType({ grant: { dpopJkt: 'x' }, scheme: 'Bearer' });
  assert.deepEqual(await whyRefused(bound), ['token_scheme', { expected: 'DPoP', received: 'Bearer' }]);
  const plain = () => checkTokenType({ grant: {}, scheme: 'DPoP' });
  assert.deepEqual(await whyRefused(plain), ['token_scheme', { expected: 'Bearer', received: 'DPoP' }]);
});
