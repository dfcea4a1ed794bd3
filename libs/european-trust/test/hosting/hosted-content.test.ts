import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type HostedScheme, hostedProfile, intervalOf, serviceTypeOf } from '../../src/hosting/hosted-content.ts';
import { LIST_NAMES } from '../../src/lists/written-source.ts';
import { BASE } from '../lists/made-lists.ts';
import { listBody } from './hosted-bodies.ts';

const scheme = (more: object = {}): HostedScheme => ({ ...listBody(), nextSigners: [], ...more });
const OTHER = { list: 'https://lists.example/type', issuance: 'urn:issuance' };

it('a version is due to be replaced after thirty days, or the interval that is written', () => {
  assert.equal(intervalOf(scheme()), 30 * 86_400_000);
  assert.equal(intervalOf(scheme({ updateInterval: 3600 })), 3_600_000);
});

it('a list of Europe has the services of its annex', () => {
  const profile = hostedProfile(scheme());
  assert.equal(profile.type, LIST_NAMES['pid-providers']);
  assert.deepEqual(serviceTypeOf(profile, 'issuance'), [`${BASE}/SvcType/PID/Issuance`, 'pid/issuance']);
  assert.deepEqual(serviceTypeOf(profile, 'revocation'), [`${BASE}/SvcType/PID/Revocation`, 'pid/revocation']);
  assert.equal(serviceTypeOf(hostedProfile(scheme({ list: 'registrars' })), 'revocation'), undefined);
});

it('another list has the services that are written, and no others', () => {
  const issuing = hostedProfile(scheme(OTHER));
  assert.deepEqual(serviceTypeOf(issuing, 'issuance'), ['urn:issuance', 'attestation/issuance']);
  assert.equal(serviceTypeOf(issuing, 'revocation'), undefined);
  const both = hostedProfile(scheme({ ...OTHER, revocation: 'urn:revocation' }));
  assert.deepEqual(serviceTypeOf(both, 'revocation'), ['urn:revocation', 'attestation/revocation']);
});
