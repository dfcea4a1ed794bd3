import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { authenticateClient } from '../../src/checks/authenticate-client.ts';

test('the client is authenticated from the whole request, in its tenant', async () => {
  const asked: unknown[] = [];
  const client = { clientId: 'wallet', authenticated: false };
  const authenticate = async (...by: unknown[]) => {
    asked.push(...by);
    return client;
  };
  const request = { tenant: 't1' } as OperationRequest;
  assert.deepEqual(
    await authenticateClient({
      clients: { authenticate },
      request,
      parameters: { client_id: 'wallet', client_assertion: 'x' },
    }),
    { client },
  );
  assert.deepEqual(asked, ['t1', { client_id: 'wallet', client_assertion: 'x' }]);
});
