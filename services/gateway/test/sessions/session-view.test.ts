/** The view of a session for the backend: listed fields, masked secrets, expiry. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { type SessionContents, sessionStatus, sessionView } from '../../src/sessions/session-view.ts';
import { explained } from './explained.ts';

const NOW = Date.UTC(2030, 0, 1);
const PRE_AUTHORIZED = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
const session: SessionDocument = {
  id: 's',
  rev: 3,
  tenant: 'root',
  kind: 'issuance',
  createdAt: NOW,
  updatedAt: NOW,
  expiresAt: NOW + 1000,
  handle: 'CANARY-handle',
  status: 'created',
  state: 'order-7',
  pendingDeliveries: [],
  outbox: [],
};
const contents = (more: Partial<SessionContents> = {}): SessionContents => ({
  session,
  describe: () => undefined,
  statusOf: () => 0,
  now: NOW,
  ...more,
});

test('only listed fields are shown: a new field of the document is not', () => {
  const shown = sessionView(contents({ session: { ...session, added: 'CANARY' } as SessionDocument }));
  assert.ok(!JSON.stringify(shown).includes('CANARY'));
  const at = new Date(NOW).toISOString();
  assert.deepEqual(shown, {
    id: 's',
    tenantId: 'root',
    status: 'created',
    state: 'order-7',
    createdAt: at,
    updatedAt: at,
    expiresAt: new Date(NOW + 1000).toISOString(),
    notifications: [],
    kind: 'issuance',
  });
});

test('the configurations that a session was begun with, also where an older document names them in its parts alone', () => {
  const shownOf = (change: Partial<SessionDocument>) =>
    sessionView(contents({ session: { ...session, ...change } as SessionDocument })).configurations;
  assert.deepEqual(shownOf({ configurations: ['pid', 'diploma'] }), ['pid', 'diploma']);
  const presentation = { configurationId: 'age', progress: { state: 'expired' } };
  assert.deepEqual(shownOf({ presentation } as unknown as Partial<SessionDocument>), ['age']);
});

test('a credential shows its status; one without a status shows none', () => {
  const credential = { configurationId: 'pid', issuedAt: NOW, notificationId: 'n' };
  const place = { uri: 'https://s.example/1', idx: 7 };
  const issuance = {
    credentials: [{ ...credential, status: place }, credential],
    notifications: [],
    progress: { state: 'issued' },
  };
  const { issued } = sessionView(
    contents({ session: { ...session, issuance } as unknown as SessionDocument, statusOf: () => 2 }),
  );
  const shown = { credentialConfigurationId: 'pid', issuedAt: new Date(NOW).toISOString(), notification_id: 'n' };
  assert.deepEqual(issued, [{ ...shown, status: { ...place, value: 2 } }, shown]);
});

test('codes of the offer and secrets of webhooks are masked', () => {
  const webhook = {
    url: 'https://b.example',
    signingSecret: 'CANARY',
    auth: { type: 'apiKey', config: { headerName: 'x-key', value: 'CANARY' } },
  };
  const shown = sessionView(
    contents({
      offer: {
        credential_issuer: 'https://i.example',
        grants: {
          authorization_code: { issuer_state: 'CANARY' },
          [PRE_AUTHORIZED]: { 'pre-authorized_code': 'CANARY', tx_code: { length: 4 } },
        },
      },
      request: { state: 'order-7', tx_code: 'CANARY', webhook, notifyWebhook: webhook, unknown: 'CANARY' },
    }),
  );
  assert.ok(!JSON.stringify(shown).includes('CANARY'), JSON.stringify(shown));
  const masked = {
    url: 'https://b.example',
    signingSecret: '***',
    auth: { type: 'apiKey', config: { headerName: 'x-key', value: '***' } },
  };
  assert.deepEqual(shown.webhook, masked);
  assert.deepEqual(shown.credentialPayload, { state: 'order-7', webhook: masked, notifyWebhook: masked });
});

test('a session past its end is expired, whether or not that is stored', () => {
  const issuance = { progress: { state: 'created' } };
  const open = { ...session, issuance } as unknown as SessionDocument;
  assert.equal(sessionStatus(open, NOW + 999), 'created');
  assert.equal(sessionStatus(open, NOW + 1000), 'expired');
  assert.equal(sessionStatus(session, NOW + 1000), 'created', 'whose end is stored already');
});

test('the last refusal stays visible', () => {
  const lastRefusal = { code: 'invalid_grant', step: 'token', at: NOW, description: 'spent' } as const;
  assert.deepEqual(sessionView(contents({ session: { ...session, lastRefusal } as SessionDocument })).lastError, {
    code: 'invalid_grant',
    step: 'token',
    at: new Date(NOW).toISOString(),
    description: 'spent',
  });
});

test('the reason of a refusal comes with its texts; one that an older version stored stands alone', () => {
  const lastErrorFor = (reason: string) => {
    const lastRefusal = { code: 'invalid_grant', step: 'token', at: NOW, description: 'spent', reason } as const;
    return sessionView(contents({ session: { ...session, lastRefusal } as unknown as SessionDocument })).lastError;
  };
  const at = new Date(NOW).toISOString();
  const common = { step: 'token', at, description: 'spent' };
  assert.deepEqual(lastErrorFor('code_used'), explained('invalid_grant', common, 'code_used'));
  assert.deepEqual(lastErrorFor('of_an_older_version'), {
    code: 'invalid_grant',
    ...common,
    reason: 'of_an_older_version',
  });
});

test('a failed session has a code and a reason, with its texts', () => {
  const failed = { issuance: { progress: { state: 'failed', reason: 'declined' }, credentials: [] } };
  const open = { presentation: { progress: { state: 'requested', lastError: 'kb_aud', credential: 'pid' } } };
  const ended = { presentation: { progress: { state: 'rejected', reason: 'access_denied' } } };
  for (const [part, error] of [
    [failed, explained('declined', {}, 'user_denied')],
    [open, explained('kb_aud', { credential: 'pid' })],
    [ended, explained('access_denied', {}, 'wallet_error')],
  ] as const) {
    assert.deepEqual(
      sessionView(contents({ session: { ...session, ...part } as unknown as SessionDocument })).error,
      error,
    );
  }
});
