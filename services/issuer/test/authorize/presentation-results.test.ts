/** Events only trigger: the issuer trusts only the stored session. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createArrivals } from '@countersign/shared/bus/arrivals';
import type { BusEvent, EventType } from '@countersign/shared/bus/catalogue';
import { eventDefinitions } from '@countersign/shared/bus/catalogue';
import type { PresentationAttempt } from '@countersign/shared/model/session/issuance-part';
import type { PresentationProgress } from '@countersign/shared/model/session/presentation-part';
import type { SessionClaims, SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { presentationResults, webhookResults } from '../../src/authorize/presentation-results.ts';
import { createSettleClaims } from '../../src/claims/settle-claims.ts';
import type { Configurations } from '../../src/configuration/configurations.ts';

const NOW = Date.UTC(2030, 0, 1);
const attempt: PresentationAttempt = {
  channel: 'challenge',
  sessionHash: 'h',
  requestId: 'r',
  configurationId: 'name',
  sealedRequestUri: 's',
  createdAt: NOW,
  expiresAt: NOW + 600_000,
};
const request = {
  clientId: 'w',
  clientAuthenticated: false,
  redirectUri: 'https://w.example',
  configurationIds: ['member'],
  authorizationDetails: false,
};

/** An issuance that waits for its presentation, or for the claims of a webhook. */
function waiting(progress: PresentationProgress, claims: SessionClaims): Omit<SessionDocument, 'rev'> {
  return {
    id: 's',
    tenant: 'default',
    kind: 'issuance',
    createdAt: NOW,
    updatedAt: NOW,
    expiresAt: NOW + 3600_000,
    handle: 'h',
    status: 'presentation_required',
    claims,
    pendingDeliveries: [],
    outbox: [],
    issuance: {
      flow: 'authorization_code',
      configurationIds: ['member'],
      sealedOffer: 's',
      sealedRequest: 's',
      offerHash: 'h',
      grantHash: 'h',
      credentials: [],
      notifications: [],
      progress: { state: 'presentation_required', request, attempt },
    },
    presentation: {
      configurationId: 'name',
      requestHash: 'r',
      stateHash: 'h',
      nonce: 'n',
      sealedRequest: 's',
      failures: 0,
      progress,
    },
  };
}

function forged(type: EventType): BusEvent {
  const names = Object.keys(eventDefinitions[type].data);
  return {
    specversion: '1.0',
    id: 'forged',
    source: 'https://somewhere.example',
    type,
    subject: 's',
    time: '2030-01-01T00:00:00.000Z',
    datacontenttype: 'application/json',
    data: { ...Object.fromEntries(names.map((name) => [name, 'forged'])), session: 's', tenant: 'default' },
  };
}

/** Delivers every event of both topics to the issuer. @returns the session before and after it */
async function afterForgery(t: TestContext, session: Omit<SessionDocument, 'rev'>) {
  const store = await temporaryStore(t);
  const { settings } = readSettings({ PUBLIC_URL: 'https://issuer.example' });
  const random = (bytes: number): Buffer => Buffer.alloc(bytes, 7);
  const platform = { store, settings, random, clock: () => NOW, wakeRelay: () => undefined } as unknown as Platform;
  const before = await store.insert(sessions, session);
  const handlers = {
    'presentation-results': presentationResults(platform),
    'webhook-results': webhookResults(
      platform,
      createSettleClaims({ platform, configurations: {} as Configurations }),
      createArrivals(),
    ),
  } as const;
  for (const [type, { topic }] of Object.entries(eventDefinitions)) {
    if (topic in handlers) await handlers[topic as keyof typeof handlers](forged(type as EventType));
  }
  return { before, behind: await store.get(sessions, 's') };
}

const expected: SessionClaims = { requestId: 'r', deadline: NOW + 1000, state: 'expected' };

for (const state of ['created', 'requested', 'expired'] as const) {
  test(`forged events change nothing of an issuance whose presentation is ${state}`, async (t) => {
    const { before, behind } = await afterForgery(t, waiting({ state }, expected));
    assert.ok(before !== undefined);
    assert.deepEqual(behind, before);
  });
}

test('an event with other data ends an issuance only where the stored session has the end', async (t) => {
  const rejected = { state: 'rejected', reason: 'access_denied' } as const;
  const { behind } = await afterForgery(t, { ...waiting(rejected, expected), webhooks: { outcome: 'sealed' } });
  const { issuance, outbox = [] } = behind ?? {};
  assert.equal(issuance?.progress.state, 'failed');
  assert.deepEqual(
    outbox.map(({ event: { type, data } }) => [type, data.reason]),
    [['issuance.failed.v1', 'presentation_rejected']],
  );
});
