import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationRules } from '@countersign/shared/flow-config/registration-rules';
import { EU_REGISTRATION } from '../../src/registration/settings.ts';
import {
  isoRequestInfo,
  registrationSettings,
  sentInRequest,
  sentRegistration,
} from '../../src/tenant/registration-settings.ts';

test('the rules of profile eu are the defaults of the checks', () => {
  assert.deepEqual(registrationSettings(registrationRules(true)), EU_REGISTRATION);
  assert.equal(registrationSettings(registrationRules(false)).onInvalidRegistration, 'warn');
  assert.equal(registrationSettings(registrationRules(false, { onInvalid: 'refuse' })).onInvalidRegistration, 'refuse');
});

test('a certificate is sent as it is, or as base64url', () => {
  assert.equal(sentRegistration('a.b.c', registrationRules(true)), 'a.b.c');
  assert.equal(sentRegistration('a.b.c', registrationRules(true, { encoding: 'base64url' })), 'YS5iLmM');
});

test('a request of ISO has the bytes of the compact JWT, under one label or both', () => {
  const bytes = Buffer.from('a.b.c');
  for (const encoding of ['compact', 'base64url'] as const) {
    const sent = sentInRequest({ jwt: 'a.b.c', cwt: 'AAEC' }, registrationRules(true, { encoding }));
    assert.deepEqual(isoRequestInfo(sent, { isoLabel: 'euWrprc' }), { euWrprc: bytes });
    assert.deepEqual(isoRequestInfo(sent, { isoLabel: 'both' }), { euWrprc: bytes, eUWrprc: bytes });
  }
});

test('a request of ISO has the bytes of the CWT where the tenant says so', () => {
  const sent = sentInRequest({ jwt: 'a.b.c', cwt: 'AAEC' }, registrationRules(true, { isoRegistration: 'cwt' }));
  assert.equal(sent.data, 'a.b.c');
  assert.deepEqual(isoRequestInfo(sent, { isoLabel: 'euWrprc' }), { euWrprc: Buffer.from([0, 1, 2]) });
});
