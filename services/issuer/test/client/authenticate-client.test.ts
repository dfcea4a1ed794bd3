import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirements } from '@countersign/shared/flow-config/tenant-profile';
import type { OperationRequest } from '@countersign/shared/http/message';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { authenticateClient } from '../../src/client/authenticate-client.ts';
import type { CheckedClient } from '../../src/client/client-authentication.ts';

/** Input of the check, and what its dependencies were asked. */
function asking(attested?: CheckedClient) {
  const asked: unknown[] = [];
  const client = { clientId: 'wallet', authenticated: false };
  const authenticate = async (...by: unknown[]) => {
    asked.push(...by);
    return client;
  };
  const parameters = { client_id: 'wallet', client_assertion: 'x' };
  const received = {
    clients: { authenticate },
    attestations: { authenticate: async () => attested },
    request: { tenant: 't1' } as OperationRequest,
    requirements: requirements({ profile: 'open' }, readSettings({}).settings),
    proof: undefined,
    parameters,
  };
  return { asked, client, received };
}

test('the client is authenticated from the whole request, in its tenant', async () => {
  const { asked, client, received } = asking();
  assert.deepEqual(await authenticateClient(received), { client });
  assert.deepEqual(asked, ['t1', { client_id: 'wallet', client_assertion: 'x' }, received.requirements]);
});

test('an attested client is that of its attestation', async () => {
  const attested = { clientId: 'https://wallet.example', authenticated: true };
  const { asked, received } = asking(attested);
  assert.deepEqual(await authenticateClient(received), { client: attested });
  assert.deepEqual(asked, []);
});
