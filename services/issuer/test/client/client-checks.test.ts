import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Requirements, requirements } from '@countersign/shared/flow-config/tenant-profile';
import type { OperationRequest } from '@countersign/shared/http/message';
import { newReports } from '@countersign/shared/http/reports';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import type { CheckedClient } from '../../src/client/client-authentication.ts';
import { authenticateClient, checkClientId, checkClientNamed, identifyClient } from '../../src/client/client-checks.ts';

describe('checkClientId', () => {
  test('a request names its client', () => {
    assert.deepEqual(checkClientId({ parameters: { client_id: 'wallet' } }), { clientId: 'wallet' });
    refuses(() => checkClientId({ parameters: {} }), 'invalid_request');
    refuses(() => checkClientId({ parameters: { client_id: '' } }), 'invalid_request');
  });

  test('the reason names the parameter', () => {
    const { reason, facts } = whyOf(refuses(() => checkClientId({ parameters: {} }), 'invalid_request'));
    assert.deepEqual([reason, facts], ['parameter_missing', { parameter: 'client_id' }]);
  });
});

describe('checkClientNamed', () => {
  test('an anonymous request is refused', () => {
    const client = { clientId: 'wallet', authenticated: false };
    assert.deepEqual(checkClientNamed({ client }), { client });
    refuses(() => checkClientNamed({ client: undefined }), 'invalid_request');
  });

  test('the reason names the parameter', () => {
    const { reason, facts } = whyOf(refuses(() => checkClientNamed({ client: undefined }), 'invalid_request'));
    assert.deepEqual([reason, facts], ['parameter_missing', { parameter: 'client_id' }]);
  });
});

describe('identifyClient', () => {
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
});

describe('authenticateClient', () => {
  /** Input of the check, and the calls to its dependencies. */
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
      reports: newReports(),
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
});
