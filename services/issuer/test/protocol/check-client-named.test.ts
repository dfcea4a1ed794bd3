import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkClientNamed } from '../../src/protocol/check-client-named.ts';

test('an anonymous request is refused', () => {
  const client = { clientId: 'wallet', authenticated: false };
  assert.deepEqual(checkClientNamed({ client }), { client });
  refuses(() => checkClientNamed({ client: undefined }), 'invalid_request');
});
