import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkTokenPlace } from '../../src/access/check-token-place.ts';

test('a token in the query is refused', () => {
  checkTokenPlace({ request: { query: {} } });
  refuses(() => checkTokenPlace({ request: { query: { access_token: '' } } }), 'invalid_request');
});

test('the backend learns why', async () => {
  const sent = () => checkTokenPlace({ request: { query: { access_token: 'x' } } });
  assert.deepEqual(await whyRefused(sent), ['token_in_query']);
});
