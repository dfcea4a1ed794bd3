import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EuTenant, missingEuParts } from '../../src/tenant/eu-parts.ts';

const whole: EuTenant = {
  asks: true,
  offers: true,
  certifiedRequests: true,
  certifiedMetadata: true,
  accessAuthorities: 1,
  registrationProviders: 1,
  registrations: ['r', 'mine'],
  issuer: 'mine',
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
