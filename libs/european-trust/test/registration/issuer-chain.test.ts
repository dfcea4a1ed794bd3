import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { anchorsOf, type RegistrationProvider } from '../../src/registration/anchors.ts';
import { followIssuerChain, statusAnchors } from '../../src/registration/issuer-chain.ts';
import { keyOf } from './deterministic-keys.ts';
import { refusesAt } from './findings.ts';
import {
  type CertificateOptions,
  type MadeCertificate,
  makeTestAuthority,
  makeTestCertificate,
  USAGE,
} from './made-certificates.ts';
import { createAccessAuthority, createRegistrar, DAY, NOW, VALIDITY } from './registrar.ts';

const registrar = await createRegistrar();
const other = await createRegistrar('other registrar');
const access = await createAccessAuthority();
const signer = await registrar.signer();
const leaf = signer.certificate;
const root = registrar.authority.certificate;
const providers = [other.provider, registrar.provider];

const only = (...certificates: readonly MadeCertificate[]): readonly RegistrationProvider[] => [
  {
    issuance: anchorsOf(
      'WRPRC/Issuance',
      certificates.map(({ certificate }) => certificate),
    ),
    revocation: anchorsOf('WRPRC/Revocation', []),
  },
];
const end = (name: string, change: Partial<CertificateOptions> = {}): Promise<MadeCertificate> =>
  makeTestCertificate({
    subject: [['CN', name]],
    key: keyOf(name),
    issuer: registrar.authority,
    ...VALIDITY,
    ...change,
  });
const untrusted = (
  chain: readonly X509Certificate[],
  trusted: readonly RegistrationProvider[] = providers,
  now = NOW,
) => {
  const finding = refusesAt(() => followIssuerChain(chain, trusted, now), 'registration_certificate_untrusted', '/x5c');
  return finding.facts?.detail;
};
const names = (chain: readonly X509Certificate[]) => chain.map(({ subject }) => subject.split('\n').at(-1));

describe('the chain of a registration certificate', () => {
  it('leads to a listed provider, with and without the anchor', () => {
    assert.deepEqual(names(followIssuerChain([leaf], providers, NOW)), ['CN=registrar ES256']);
    assert.deepEqual(names(followIssuerChain([leaf, root], providers, NOW)), ['CN=registrar ES256']);
  });

  it('leads to an anchor that is no root, whatever is sent behind it', async () => {
    const between = await makeTestAuthority('between', VALIDITY, { issuer: registrar.authority });
    const below = (await end('below', { issuer: between })).certificate;
    for (const chain of [[below], [below, between.certificate], [below, between.certificate, root]]) {
      assert.deepEqual(names(followIssuerChain(chain, only(between), NOW)), ['CN=below']);
    }
    assert.deepEqual(names(followIssuerChain([below, between.certificate, root], providers, NOW)), [
      'CN=below',
      'CN=between',
    ]);
    assert.equal(untrusted([below]), 'no_anchor');
  });

  it('is refused under an anchor of access certificates', async () => {
    const of = (await access.certificate({ usage: USAGE.digitalSignature })).certificate;
    assert.equal(untrusted([of]), 'no_anchor');
    assert.equal(untrusted([of, access.authority.certificate]), 'no_anchor');
  });

  it('is refused under a revocation service of the provider', async () => {
    const { certificate } = await end('signed by revocation', { issuer: registrar.revocation });
    assert.equal(untrusted([certificate]), 'no_anchor');
    assert.equal(untrusted([certificate, registrar.revocation.certificate]), 'no_anchor');
  });

  it('is refused where the signer is self-signed and not listed, and accepted where it is listed', async () => {
    const self = await makeTestCertificate({ subject: [['CN', 'self']], key: keyOf('self'), ...VALIDITY });
    assert.equal(untrusted([self.certificate]), 'no_anchor');
    assert.deepEqual(names(followIssuerChain([self.certificate], only(self), NOW)), ['CN=self']);
  });

  it('is refused with a root that only the chain has', async () => {
    const foreign = await makeTestAuthority('foreign CA', VALIDITY);
    const { certificate } = await end('under foreign', { issuer: foreign });
    assert.equal(untrusted([certificate, foreign.certificate]), 'no_anchor');
  });

  it('is refused with an intermediate that is no CA', async () => {
    const { certificate } = await end('below leaf', { issuer: signer });
    assert.equal(untrusted([certificate, leaf]), 'not_issued_by_next');
  });

  it('is refused below more CAs than one allows', async () => {
    const limited = await makeTestAuthority('limited CA', VALIDITY, { pathLength: 0 });
    const between = await makeTestAuthority('too deep', VALIDITY, { issuer: limited });
    const { certificate } = await end('deep', { issuer: between });
    assert.equal(untrusted([certificate, between.certificate], only(limited)), 'no_anchor');
  });

  it('is refused with an expired intermediate, leaf or anchor, and before they are valid', async () => {
    const past = { notBefore: VALIDITY.notBefore, notAfter: NOW - DAY * 1000 };
    const between = await makeTestAuthority('expired between', past, { issuer: registrar.authority });
    const { certificate } = await end('below expired', { issuer: between });
    assert.equal(untrusted([certificate, between.certificate]), 'not_issued_by_next');
    assert.equal(untrusted([(await end('expired leaf', past)).certificate]), 'expired');
    const gone = await makeTestAuthority('expired CA', past);
    assert.equal(untrusted([(await end('below gone', { issuer: gone })).certificate], only(gone)), 'no_anchor');
    assert.equal(untrusted([leaf], providers, VALIDITY.notBefore - 1000), 'not_yet_valid');
  });

  it('is refused where the leaf comes second', () => {
    assert.equal(untrusted([root, leaf]), 'not_for_signatures');
  });

  const usages: readonly (readonly [name: string, usage: number, accepted: boolean])[] = [
    ['digital signatures', USAGE.digitalSignature, true],
    ['commitments alone', USAGE.nonRepudiation, true],
    ['both', USAGE.digitalSignature | USAGE.nonRepudiation, true],
    ['anything', 0, true],
    ['key agreement alone', USAGE.keyAgreement, false],
    ['key encipherment alone', USAGE.keyEncipherment, false],
    ['certificates too', USAGE.digitalSignature | USAGE.keyCertSign, false],
    ['revocation lists too', USAGE.nonRepudiation | USAGE.cRLSign, false],
  ];
  for (const [name, usage, accepted] of usages) {
    it(`is ${accepted ? 'accepted' : 'refused'} where the key is for ${name}`, async () => {
      const { certificate } = await registrar.signer('ES256', usage);
      if (accepted) assert.equal(followIssuerChain([certificate], providers, NOW).length, 1);
      else assert.equal(untrusted([certificate]), 'not_for_signatures');
    });
  }

  it('is refused without a provider', () => {
    assert.equal(untrusted([leaf], []), 'no_anchor');
  });
});

describe('the anchors for the status of a registration certificate', () => {
  it('are the CAs of its chain and the revocation service of its own provider', () => {
    assert.deepEqual(statusAnchors([leaf], providers), [root, registrar.revocation.certificate]);
  });

  it('are those of its intermediate CA too', async () => {
    const between = await makeTestAuthority('between', VALIDITY, { issuer: registrar.authority });
    const below = (await end('below', { issuer: between })).certificate;
    assert.deepEqual(names(statusAnchors([below, between.certificate], providers)), [
      'CN=between',
      'CN=registrar CA',
      'CN=registrar revocation CA',
    ]);
  });

  it('are its own certificate where that is listed', async () => {
    const self = await makeTestCertificate({ subject: [['CN', 'self']], key: keyOf('self'), ...VALIDITY });
    assert.deepEqual(names(statusAnchors([self.certificate], [...providers, ...only(self)])), ['CN=self']);
  });

  it('are none of a provider that is no longer listed', () => {
    assert.deepEqual(statusAnchors([leaf], [other.provider]), []);
  });
});
