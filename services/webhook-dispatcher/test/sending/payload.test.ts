import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issuerReasons } from '@countersign/issuer/reasons';
import { type EventType, eventDefinitions } from '@countersign/shared/bus/catalogue';
import { issuanceErrors } from '@countersign/shared/model/session/session-errors';
import { verifierReasons } from '@countersign/verifier/reasons';
import { contentsOf, payloadOf } from '../../src/sending/payload.ts';
import { payloadType } from '../../src/sending/payload-type.ts';

const reasons = { ...issuerReasons, ...verifierReasons };

const common = { at: Date.UTC(2030, 0, 1), session: 's', tenant: 'default' };
const timestamp = '2030-01-01T00:00:00.000Z';

test('the payload of a verified presentation has credentials and session', () => {
  const credentials = [{ id: 'pid', values: { given_name: 'Erika' } }];
  const data = { configuration: 'age' };
  assert.deepEqual(payloadOf({ ...common, type: 'presentation.verified', data, credentials, state: 'order-1' }), {
    credentials,
    session: 's',
    type: 'presentation.verified',
    timestamp,
    state: 'order-1',
  });
});

test('an intermediary tells with presented claims what it has checked, and only with them', () => {
  const checks = ['authenticity', 'revocation'];
  const told = (type: string, presentation: object) =>
    payloadOf(contentsOf({ ...common, type, data: {} } as never, { id: 's', tenant: 'default', presentation } as never))
      .checks;
  assert.deepEqual(told('presentation.verified', { checks }), checks);
  assert.deepEqual(told('presentation.released', { checks, release: 'response_code' }), checks);
  assert.equal(told('presentation.verified', { checks, release: 'response_code' }), undefined);
  assert.equal(told('presentation.refused', { checks }), undefined);
  assert.equal(told('presentation.verified', {}), undefined);
});

test('the payload of a redemption names the session of its offer too', () => {
  assert.deepEqual(payloadOf({ ...common, type: 'issuance.completed', data: {}, offerSession: 'o' }), {
    session: 's',
    offerSession: 'o',
    type: 'issuance.completed',
    timestamp,
  });
});

test('payloads of an issuance have ids alone; those of variant B also have the tenant', () => {
  const issued = { configuration: 'pid', notification: 'n', surprise: 'x' };
  assert.deepEqual(payloadOf({ ...common, type: 'credential.issued', data: issued, tenant: 'root' }), {
    session: 's',
    type: 'credential.issued',
    timestamp,
    tenantId: 'root',
    credentialConfigurationId: 'pid',
    notification_id: 'n',
  });
  const reason = { reason: 'claims_invalid' };
  for (const type of ['issuance.failed', 'presentation.rejected']) {
    const { hint } = type === 'issuance.failed' ? reasons.claims_invalid : reasons.wallet_error;
    assert.deepEqual(payloadOf({ ...common, type, data: reason }), { session: 's', type, timestamp, ...reason, hint });
  }
});

test('a refused presentation has the reason and, where there is one, the id of the credential query', () => {
  const data = { configuration: 'age', request: 'h', reason: 'revoked', credential: 'pid', surprise: 'x' };
  const { hint } = reasons.revoked;
  const payload = { session: 's', type: 'presentation.refused', timestamp, reason: 'revoked', hint };
  assert.deepEqual(payloadOf({ ...common, type: payload.type, data }), { ...payload, credential: 'pid' });
  const whole = payloadOf({ ...common, type: payload.type, data: { ...data, credential: '' } });
  assert.deepEqual(JSON.parse(JSON.stringify(whole)), payload);
  const expired = { ...common, type: 'presentation.expired', data: { configuration: 'age', request: 'h' } };
  const over = { session: 's', type: 'presentation.expired', timestamp };
  assert.deepEqual(payloadOf(expired), { ...over, reason: 'expired', hint: reasons.expired.hint });
});

test('the end of an issuance is named by its error code, with the hint of its reason', () => {
  for (const [code, name] of Object.entries({ ...issuanceErrors, expired: 'issuance_expired' } as const)) {
    const payload = payloadOf({ ...common, type: 'issuance.failed', data: { reason: code } });
    assert.deepEqual([payload.reason, payload.hint], [code, reasons[name].hint]);
  }
  const newer = payloadOf({ ...common, type: 'issuance.failed', data: { reason: 'of_a_newer_version' } });
  assert.deepEqual([newer.reason, newer.hint], ['of_a_newer_version', undefined]);
});

test('a changed status is a number, as in the interface; the payload has neither list nor entry', () => {
  for (const status of [0, 1]) {
    const data = { configuration: 'pid', status: String(status), list: '1', entry: 'default/e' };
    assert.deepEqual(payloadOf({ ...common, type: 'status.changed', data }), {
      session: 's',
      type: 'status.changed',
      timestamp,
      credentialConfigurationId: 'pid',
      status,
    });
  }
});

test('payload types are event types without their version, and differ from each other', () => {
  const types = (Object.keys(eventDefinitions) as EventType[]).map(payloadType);
  assert.equal(new Set(types).size, types.length);
  assert.equal(payloadType('presentation.verified.v1'), 'presentation.verified');
});
