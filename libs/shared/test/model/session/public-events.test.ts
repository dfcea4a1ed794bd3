import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BusEvent, EventType } from '../../../src/bus/catalogue.ts';
import { createdEvent, eventsOfChange, publicEventDefinitions } from '../../../src/model/session/public-events.ts';
import type { SessionDocument } from '../../../src/model/session/sessions.ts';
import type { OutboxEntry } from '../../../src/outbox/outbox.ts';

const SECRET = 'Canary';
const grant = { configurationIds: ['pid'], tokenHash: SECRET, expiresAt: 1, authorizationDetails: false };

function issuance(state: string, more: object = {}, part: object = {}): SessionDocument {
  return {
    id: 's',
    rev: 1,
    tenant: 'acme',
    kind: 'issuance',
    handle: SECRET,
    state: SECRET,
    status: state,
    outbox: [],
    createdAt: 1,
    updatedAt: 1,
    expiresAt: 2,
    pendingDeliveries: [],
    issuance: {
      flow: 'pre_authorized_code',
      configurationIds: ['pid'],
      progress: { state, ...(['token_issued', 'issued', 'completed'].includes(state) ? { grant } : {}), ...more },
      ...part,
    },
  } as unknown as SessionDocument;
}

function presentation(state: string, more: object = {}): SessionDocument {
  const { issuance: _, ...session } = issuance(state);
  return {
    ...session,
    kind: 'presentation',
    presentation: { configurationId: 'age', progress: { state, ...more } },
  } as unknown as SessionDocument;
}

const announced = (type: EventType, data: object): OutboxEntry =>
  ({
    topic: 'issuance-results',
    event: { type, data: { ...data, session: 's', tenant: 'acme' } } as BusEvent,
  }) as never;
const typesOf = (...given: Parameters<typeof eventsOfChange>) => eventsOfChange(...given).map(({ type }) => type);

describe('events for backends', () => {
  it('a new session names its kind and configurations', () => {
    assert.deepEqual(createdEvent(issuance('created')).data, { kind: 'issuance', configurations: ['pid'] });
    assert.deepEqual(createdEvent(presentation('created')).data, { kind: 'presentation', configurations: ['age'] });
    const redemption = { ...issuance('created'), offerSession: 'o', firstSession: 'f' };
    const { offerSession, firstSession } = createdEvent(redemption).data;
    assert.deepEqual([offerSession, firstSession], ['o', 'f']);
  });

  it('a token, once; credentials; an end, once', () => {
    const [created, token] = [issuance('created'), issuance('token_issued')];
    const used = { ...issuance('issued'), tidyAt: 5 };
    const done = issuance('completed');
    assert.deepEqual(typesOf(created, token, []), ['token.issued']);
    assert.deepEqual(typesOf(token, token, []), []);
    const issued = announced('credential.issued.v1', { configuration: 'pid', notification: SECRET });
    assert.deepEqual(eventsOfChange(token, used, [issued]), [
      { type: 'credential.issued', data: { configuration: 'pid' } },
    ]);
    assert.deepEqual(eventsOfChange(used, done, []), [{ type: 'session.ended', data: { status: 'completed' } }]);
    assert.deepEqual(typesOf(done, done, []), []);
    // If a wallet sends no notification about its credentials, the session ends when the token expires.
    assert.deepEqual(typesOf(used, issuance('issued'), []), ['session.ended']);
    assert.deepEqual(typesOf(issuance('issued'), done, []), []);
    assert.deepEqual(eventsOfChange(token, issuance('failed', { reason: 'claims_invalid' }), [])[0]?.data, {
      status: 'failed',
      error: 'claims_invalid',
    });
  });

  it('a renewal begins with its token', () => {
    const flow = { flow: 'refresh_token' };
    const [empty, begun] = [issuance('created', {}, flow), issuance('token_issued', {}, flow)];
    assert.deepEqual(typesOf(empty, begun, []), ['session.created', 'token.issued']);
  });

  it('presentations: verified, refused while the request stays open, and rejected', () => {
    const open = presentation('requested');
    const about = { configuration: 'age', request: SECRET };
    const verified = announced('presentation.verified.v1', about);
    assert.deepEqual(typesOf(open, presentation('verified'), [verified]), ['presentation.verified', 'session.ended']);
    const refused = announced('presentation.refused.v1', { ...about, reason: 'revoked', credential: 'pid' });
    assert.deepEqual(eventsOfChange(open, open, [refused]), [
      { type: 'presentation.refused', data: { configuration: 'age', reason: 'revoked', credential: 'pid' } },
    ]);
    const rejected = announced('presentation.rejected.v1', { ...about, reason: 'access_denied' });
    const end = presentation('rejected', { reason: 'access_denied' });
    assert.deepEqual(typesOf(open, end, [rejected]), ['presentation.refused', 'session.ended']);
    assert.deepEqual(typesOf(open, presentation('expired'), []), ['session.ended']);
  });

  it('have the members of their table alone, and nothing of a person, a wallet or a backend', () => {
    const all = [
      createdEvent(issuance('created')),
      ...eventsOfChange(issuance('created'), issuance('token_issued'), [
        announced('credential.issued.v1', { configuration: 'pid', notification: SECRET }),
        announced('presentation.refused.v1', { configuration: 'a', request: SECRET, reason: 'x', credential: 'y' }),
        announced('webhook.answered.v1', { request: SECRET }),
      ]),
      ...eventsOfChange(issuance('created'), issuance('failed', { reason: 'x', sealedDescription: SECRET }), []),
    ];
    assert.ok(!JSON.stringify(all).includes(SECRET));
    for (const { type, data } of all) {
      const { data: members } = publicEventDefinitions[type];
      for (const name of Object.keys(data)) assert.ok(Object.hasOwn(members, name), `${type} ${name}`);
      for (const [name, { optional }] of Object.entries(members)) assert.ok(optional || Object.hasOwn(data, name));
    }
  });
});
