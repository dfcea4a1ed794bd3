import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { createAuthority } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { systemRandom } from '@countersign/shared/kernel/random';
import { makeIntermediate } from '@countersign/shared/test/crypto/intermediate';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE } from '@countersign/shared/test/crypto/signing-key';
import { type TrustAnchor, UNLIMITED } from '@countersign/shared/trust/trust-anchor';
import { namesAllowed } from '../../src/presentation/issuer-names.ts';
import type { PresentationContext } from '../../src/presentation/presentation-context.ts';

const validity = { notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER };

async function authority() {
  const keys = generateKeyPair();
  const named = { tenant: 'x', host: certificateHost('https://ca.example'), random: systemRandom };
  const pem = await createAuthority({ ...validity, ...named, keys });
  const issuer = { certificate: pem, keys };
  const leaf = await makeIntermediate({ ...validity, keys: generateKeyPair(), issuer, ca: false });
  return { certificate: new X509Certificate(pem), leaf };
}

// Both have the same name, and different keys.
const one = await authority();
const two = await authority();

const anchorOf = (certificate: X509Certificate, more: Partial<TrustAnchor> = {}) => ({
  certificate,
  ...UNLIMITED,
  ...more,
});

function allowed(chain: readonly X509Certificate[], anchors: readonly TrustAnchor[], more = {}) {
  const context = { anchors, now: KEY_NOT_BEFORE, ...more } as unknown as PresentationContext;
  const parsed = { count: 0 };
  const chainOf = () => {
    parsed.count += 1;
    return chain;
  };
  const counting = anchors.map(({ certificate }) => certificate);
  return { rules: namesAllowed(chainOf, counting, context), parsed: parsed.count };
}

test('where no anchor says it, the configuration decides, and the chain is not parsed', () => {
  const anchors = [anchorOf(one.certificate), anchorOf(two.certificate, { own: true })];
  assert.deepEqual(allowed([one.leaf], anchors), { rules: ['certificate'], parsed: 0 });
  assert.deepEqual(allowed([one.leaf], anchors, { issuerName: 'any' }), { rules: ['any'], parsed: 0 });
});

test('the anchor that issued the chain decides, and no other one of the same name', () => {
  const anchors = [anchorOf(one.certificate, { names: 'any' }), anchorOf(two.certificate, { names: ['a'] })];
  assert.deepEqual(allowed([one.leaf], anchors).rules, ['any']);
  assert.deepEqual(allowed([two.leaf], anchors).rules, [['a']]);
});

test('names of an anchor precede the configuration, which counts for the others', () => {
  const anchors = [anchorOf(one.certificate, { names: 'certificate' }), anchorOf(two.certificate)];
  assert.deepEqual(allowed([one.leaf], anchors, { issuerName: 'any' }).rules, ['certificate']);
  assert.deepEqual(allowed([two.leaf], anchors, { issuerName: 'any' }).rules, ['any']);
});

test('the key of the operator may sign as the tenant, whatever its certificate names', () => {
  const anchors = [anchorOf(one.leaf, { own: true })];
  const ownIssuer = 'https://issuer.example';
  assert.deepEqual(allowed([one.leaf], anchors, { ownIssuer }).rules, ['certificate', [ownIssuer]]);
  assert.deepEqual(allowed([two.leaf], anchors, { ownIssuer }).rules, []);
});

test('an anchor that does not count for the type has no say', () => {
  const anchors = [anchorOf(one.certificate, { names: 'any' })];
  const context = { anchors, now: KEY_NOT_BEFORE } as unknown as PresentationContext;
  assert.deepEqual(
    namesAllowed(() => [one.leaf], [], context),
    ['certificate'],
  );
});
