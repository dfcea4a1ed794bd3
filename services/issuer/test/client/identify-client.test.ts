import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import type { OperationRequest } from '@countersign/shared/http/message';
import { identifyClient } from '../../src/client/identify-client.ts';

test('the client is identified by its id alone: a URL can not authenticate it', async () => {
  const asked: unknown[] = [];
  const client = { clientId: 'wallet', authenticated: false };
  const authenticate = async (...by: unknown[]) => {
    asked.push(...by);
    return client;
  };
  const request = { tenant: 't1' } as OperationRequest;
  const requirements = { clientAuthentication: 'optional' } as Requirements;
  const known = { clients: { authenticate }, request, clientId: 'wallet', requirements };
  assert.deepEqual(await identifyClient(known), { client });
  assert.deepEqual(asked, ['t1', { client_id: 'wallet' }, requirements]);
});
