import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationRules } from '@countersign/shared/flow-config/registration-rules';
import { EU_REGISTRATION } from '../../src/registration/settings.ts';
import { registrationSettings, sentRegistration } from '../../src/tenant/registration-settings.ts';

test('the rules of profile eu are the defaults of the checks', () => {
  assert.deepEqual(registrationSettings(registrationRules(true)), EU_REGISTRATION);
  assert.equal(registrationSettings(registrationRules(false)).onInvalidRegistration, 'warn');
  assert.equal(registrationSettings(registrationRules(false, { onInvalid: 'refuse' })).onInvalidRegistration, 'refuse');
});

test('a certificate is sent as it is, or as base64url', () => {
  assert.equal(sentRegistration('a.b.c', registrationRules(true)), 'a.b.c');
  assert.equal(sentRegistration('a.b.c', registrationRules(true, { encoding: 'base64url' })), 'YS5iLmM');
});
