import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AcmeError } from '../../src/acme/acme-error.ts';
import { type ChainWanted, chooseChain } from '../../src/acme/certificate-chains.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { type MadeCertificate, makeTestAuthority, makeTestCertificate } from '../registration/made-certificates.ts';
import { NOW, VALIDITY } from '../registration/registrar.ts';
import { LEAF } from './acme-client.ts';

const root = await makeTestAuthority('root', VALIDITY);
const middle = await makeTestAuthority('middle', VALIDITY, { issuer: root });
const stranger = await makeTestAuthority('stranger', VALIDITY);
const issued = (change: Partial<Parameters<typeof makeTestCertificate>[0]> = {}): Promise<MadeCertificate> =>
  makeTestCertificate({ subject: [['CN', 'Shop']], key: keyOf('leaf'), issuer: middle, ...VALIDITY, ...change });
const leaf = await issued();

const pem = (...chain: readonly MadeCertificate[]): string => chain.map((one) => String(one.certificate)).join('');
const names = (chains: readonly string[], change: Partial<ChainWanted> = {}): readonly string[] =>
  chooseChain(chains, { kid: LEAF, anchors: [root.certificate], now: NOW, ...change }).map(({ subject }) => subject);
const refusal = (chains: readonly string[], change: Partial<ChainWanted> = {}): unknown => {
  try {
    names(chains, change);
    return 'none';
  } catch (error) {
    return (error as AcmeError).facts.detail;
  }
};
const [LEAF_NAME, MIDDLE_NAME] = [leaf, middle].map(({ certificate }) => certificate.subject);

test('the anchor and every self-signed certificate are left out', () => {
  assert.deepEqual(names([pem(leaf, middle, root)]), [LEAF_NAME, MIDDLE_NAME]);
  assert.deepEqual(names([pem(leaf, middle, stranger)]), [LEAF_NAME, MIDDLE_NAME]);
  assert.deepEqual(names([pem(leaf, middle)], { anchors: [middle.certificate] }), [LEAF_NAME]);
});

test('the first chain that leads to an anchor is used; without anchors the first one', async () => {
  const other = await issued({ issuer: stranger });
  assert.deepEqual(names([pem(other), pem(leaf, middle)]), [LEAF_NAME, MIDDLE_NAME]);
  assert.deepEqual(names([pem(other), pem(leaf, middle)], { anchors: [] }), [LEAF_NAME]);
});

for (const [what, made, detail] of [
  ['for another key', { key: keyOf('other') }, 'other_key'],
  ['of a CA', { ca: {} }, 'not_a_leaf'],
  ['that has ended', { notAfter: NOW - 1000 }, 'not_valid_now'],
  ['that is not valid yet', { notBefore: NOW + 60_000 }, 'not_valid_now'],
  ['of an authority that the tenant does not trust', { issuer: stranger }, 'unknown_authority'],
] as const) {
  test(`a certificate ${what} is refused`, async () => {
    assert.equal(refusal([pem(await issued(made), middle)]), detail);
  });
}

test('what is no chain is refused, and the reason of the last chain counts', async () => {
  const self = await makeTestCertificate({ subject: [['CN', 'Shop']], key: keyOf('leaf'), ...VALIDITY });
  assert.equal(refusal([pem(self)]), 'self_signed');
  assert.equal(refusal([]), 'no_certificate');
  assert.equal(refusal(['']), 'no_certificate');
  assert.equal(refusal([pem(...Array.from({ length: 7 }, () => leaf))]), 'no_certificate');
  assert.equal(refusal(['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']), 'not_readable');
  assert.equal(refusal([pem(await issued({ ca: {} })), pem(self)]), 'self_signed');
});
