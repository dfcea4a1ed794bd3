import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkTokenPlace } from '../../src/protocol/check-token-place.ts';

test('a token in the query is refused', () => {
  checkTokenPlace({ request: { query: {} } });
  refuses(() => checkTokenPlace({ request: { query: { access_token: '' } } }), 'invalid_request');
});
