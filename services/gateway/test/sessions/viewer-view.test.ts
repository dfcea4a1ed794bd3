import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewerView } from '../../src/sessions/viewer-view.ts';

test('states, times and reasons stay; claims, offers, links and texts of others go', () => {
  const failure = { code: 'access_denied', reason: 'wallet_declined', explanation: 'E', hint: 'H' };
  const view = viewerView({
    id: 's',
    status: 'verified',
    kind: 'presentation',
    configurations: ['pid'],
    state: 'order of Erika',
    offer: { grants: {} },
    credentialPayload: { credentialConfigurationIds: ['pid'], claims: { pid: { name: 'Erika' } }, flow: 'f' },
    webhook: { url: 'https://backend.example/erika' },
    credentials: [{ id: 'q', values: { name: 'Erika' } }],
    request_uri: 'https://x',
    vp_nonce: 'n',
    auth_queries: { redirect_uri: 'https://wallet.example/erika' },
    issued: [{ credentialConfigurationId: 'pid', issuedAt: 't', status: { idx: 1 }, notification_id: 'n' }, 'text'],
    notifications: [{ event: 'credential_failure', at: 't', event_description: 'Erika', notification_id: 'n' }],
    error: { ...failure, description: 'Erika' },
    lastError: { ...failure, step: 'token', at: 't', description: 'Erika' },
    later: 'a member of a later version',
  });
  assert.deepEqual(view, {
    id: 's',
    status: 'verified',
    kind: 'presentation',
    configurations: ['pid'],
    credentialPayload: { credentialConfigurationIds: ['pid'], flow: 'f' },
    issued: [{ credentialConfigurationId: 'pid', issuedAt: 't', status: { idx: 1 } }, {}],
    notifications: [{ event: 'credential_failure', at: 't' }],
    error: failure,
    lastError: { ...failure, step: 'token', at: 't' },
  });
});
