import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationRules } from '@countersign/shared/flow-config/registration-rules';
import { EU_REGISTRATION } from '../../src/registration/settings.ts';
import {
  isoRequestInfo,
  jwtOfSent,
  registrationSettings,
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
  assert.deepEqual(isoRequestInfo('a.b.c', { isoLabel: 'euWrprc' }), { euWrprc: bytes });
  assert.deepEqual(isoRequestInfo('a.b.c', { isoLabel: 'both' }), { euWrprc: bytes, eUWrprc: bytes });
  for (const encoding of ['compact', 'base64url'] as const) {
    assert.equal(jwtOfSent(sentRegistration('a.b.c', { encoding })), 'a.b.c');
  }
});
