/** What wallets of proofs of age can't do, each a warning. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageIssuanceWarnings, asksForAge, longLinkWarnings } from '../../src/warnings/age-warnings.ts';

const configuration = { config: { format: 'mso_mdoc', doctype: 'eu.europa.ec.av.1' } };
const good = {
  configuration,
  settings: { BATCH_SIZE: 30, PAR: 'optional' },
  flow: 'authorization_code',
  haip: false,
} as const;
const codes = (changed: object = {}) => ageIssuanceWarnings({ ...good, ...changed }).map(({ code }) => code);

test('a small batch, pushed requests and a profile with attestations are warnings', () => {
  assert.deepEqual(codes(), []);
  assert.deepEqual(codes({ settings: { BATCH_SIZE: 29, PAR: 'optional' } }), ['age_batch_small']);
  const pushed = { BATCH_SIZE: 30, PAR: 'required' };
  assert.deepEqual(codes({ settings: pushed }), ['age_par_required']);
  assert.deepEqual(codes({ settings: pushed, flow: 'pre_authorized_code' }), []);
  assert.deepEqual(codes({ haip: true }), ['age_under_haip']);
});

test('other document types have none of them', () => {
  const settings = { BATCH_SIZE: 2, PAR: 'required' };
  const mdl = { config: { format: 'mso_mdoc', doctype: 'org.iso.18013.5.1.mDL' } };
  assert.deepEqual(codes({ configuration: mdl, settings, haip: true }), []);
});

test('a link of more than a thousand characters is long', () => {
  assert.deepEqual(longLinkWarnings('x'.repeat(1000)), []);
  assert.deepEqual(longLinkWarnings('x'.repeat(1001)), [{ code: 'link_long', detail: 'The link has 1001 characters' }]);
  assert.ok(asksForAge({ profile: 'age' }) && !asksForAge({}));
});
