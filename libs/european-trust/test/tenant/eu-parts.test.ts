import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EuTenant, euParts, missingEuParts } from '../../src/tenant/eu-parts.ts';

const whole: EuTenant = {
  isEu: true,
  asks: true,
  offers: true,
  certifiedRequests: true,
  certifiedMetadata: true,
  accessAuthorities: 1,
  registrationProviders: 1,
  walletProviders: 1,
  registrations: ['r', 'mine'],
  issuer: 'mine',
  statedPublicBody: undefined,
};
const missing = (change: Partial<EuTenant>) => missingEuParts({ ...whole, ...change }).map(({ place }) => place);

test('a whole tenant lacks nothing, and one without configurations needs nothing', () => {
  assert.deepEqual(missing({}), []);
  const empty = { certifiedRequests: false, accessAuthorities: 0, registrations: [], issuer: undefined };
  assert.deepEqual(missing({ ...empty, asks: false, offers: false }), []);
});

test('each part is named where it belongs, for what the tenant does', () => {
  for (const [change, place] of [
    [{ certifiedRequests: false }, 'keys/request.chain.pem'],
    [{ certifiedMetadata: false }, 'keys/metadata.chain.pem'],
    [{ accessAuthorities: 0 }, 'trust/access-authorities'],
    [{ registrationProviders: 0 }, 'trust/registration-providers'],
    [{ registrations: [], offers: false }, 'registration-certificates'],
    [{ issuer: undefined }, 'tenant.json'],
    [{ issuer: 'other' }, 'tenant.json'],
  ] as const) {
    assert.deepEqual(missing(change), [place]);
  }
  assert.deepEqual(missing({ asks: false, certifiedRequests: false }), []);
  assert.deepEqual(missing({ offers: false, certifiedMetadata: false, issuer: undefined }), []);
});

test('the list has every part with its state, also what is reported elsewhere', () => {
  const states = (change: Partial<EuTenant>) =>
    euParts({ ...whole, ...change }).flatMap(({ part, state }) => (state === 'present' ? [] : [`${part}: ${state}`]));
  assert.deepEqual(states({}), []);
  assert.deepEqual(states({ isEu: false, walletProviders: 0 }), ['profile: missing', 'wallet_providers: missing']);
  assert.deepEqual(states({ offers: false, certifiedMetadata: false }), [
    'metadata_certificate: not_needed',
    'metadata_registration: not_needed',
    'wallet_providers: not_needed',
  ]);
  assert.deepEqual(missing({ isEu: false, walletProviders: 0 }), [], 'the profile haip reports it');
});

test('a tenant that issues as a public body needs a certificate that states it; others do not have the part', () => {
  const state = (statedPublicBody: boolean | undefined, change: Partial<EuTenant> = {}) =>
    euParts({ ...whole, statedPublicBody, ...change }).find(({ part }) => part === 'public_body_certificate')?.state;
  assert.deepEqual([state(undefined), state(true), state(false)], [undefined, 'present', 'missing']);
  assert.equal(state(false, { offers: false }), 'not_needed');
  assert.deepEqual(missing({ statedPublicBody: false }), ['keys/credential.chain.pem']);
});
