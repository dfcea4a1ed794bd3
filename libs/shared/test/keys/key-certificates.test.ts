import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { localSign } from '../../src/crypto/signing-algorithm.ts';
import { certificateHost, countryOf, isIssuedBy } from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import {
  authorityFor,
  authorityValidity,
  type CertificateOptions,
  certifyAuthority,
  certifyLeaf,
  leafValidity,
  namesOtherHost,
  namesOtherIssuer,
  renewBefore,
} from '../../src/keys/key-certificates.ts';
import type { KeyDocument } from '../../src/model/keys/key-documents.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2030, 0, 1, 12, 34, 56);

function optionsOf(country?: string, url = 'https://issuer.example'): CertificateOptions {
  return {
    host: certificateHost(url),
    random: systemRandom,
    mdocIssuerOf: (tenant) => ({
      country,
      issuerUrl: `${url}/${tenant}`,
      revocationListUrl: (generation) => `${url}/${tenant}/iaca/${generation}/crl`,
    }),
  };
}

async function iaca(options: CertificateOptions, before?: KeyDocument) {
  const { privateKey, publicKey } = generateKeyPair();
  const sign = localSign(privateKey);
  const named = { tenant: 'acme', purpose: 'iaca', generation: 1 } as const;
  const of = { ...authorityValidity(NOW), keys: { publicKey, sign }, before };
  const certificate = await certifyAuthority(options, named, of);
  const document: KeyDocument = { ...named, id: 'acme/iaca/1', rev: 1, sealed: '', createdAt: NOW, certificate };
  return { document, certificate, sign };
}

async function leaf(options: CertificateOptions, purpose: 'mdoc' | 'request'): Promise<KeyDocument> {
  const authority = await iaca(options);
  const { publicKey } = generateKeyPair();
  const named = { tenant: 'acme', purpose, generation: 1 };
  const certificate = await certifyLeaf(options, named, { ...leafValidity(purpose, NOW), publicKey, authority });
  assert.ok(isIssuedBy(new X509Certificate(certificate), new X509Certificate(authority.certificate)));
  return { ...named, id: `acme/${purpose}/1`, rev: 1, sealed: '', createdAt: NOW, certificate };
}

test('document signers have a CA of their own', () => {
  assert.deepEqual(
    (['credential', 'request', 'mdoc'] as const).map((purpose) => authorityFor(purpose)),
    ['ca', 'ca', 'iaca'],
  );
});

test('an mdoc can always live a year: its signer is replaced 366 days before its end, and lives 457 days at most', () => {
  const { notBefore, notAfter } = leafValidity('mdoc', NOW);
  assert.equal(notBefore, Date.UTC(2030, 0, 1, 11));
  assert.ok(notAfter - notBefore < 457 * DAY);
  assert.equal(renewBefore('mdoc'), 366 * DAY);
  assert.equal(renewBefore('credential'), 30 * DAY);
  assert.equal(leafValidity('credential', NOW).notAfter - leafValidity('credential', NOW).notBefore, 365 * DAY);
  const authority = authorityValidity(NOW);
  assert.ok(authority.notAfter - authority.notBefore <= 20 * 365 * DAY);
});

test('the country of an IACA: the configured one, else that of the one before, else that of development', async () => {
  const country = ({ certificate }: { certificate: string }) => countryOf(new X509Certificate(certificate).subject);
  const german = await iaca(optionsOf('DE'));
  assert.equal(country(german), 'DE');
  assert.equal(country(await iaca(optionsOf())), 'UT');
  assert.equal(country(await iaca(optionsOf(), german.document)), 'DE');
  assert.equal(country(await iaca(optionsOf('FR'), german.document)), 'FR');
});

test('an IACA and its signers are outdated when country or address change, but not when none is configured', async () => {
  const options = optionsOf('DE');
  for (const document of [(await iaca(options)).document, await leaf(options, 'mdoc')]) {
    assert.equal(namesOtherIssuer(options, document), false);
    assert.equal(namesOtherIssuer(optionsOf(), document), false);
    assert.equal(namesOtherIssuer(optionsOf('FR'), document), true);
    assert.equal(namesOtherIssuer(optionsOf('DE', 'https://other.example'), document), true);
    assert.equal(namesOtherHost(optionsOf('DE', 'https://other.example'), document), document.purpose === 'iaca');
  }
});

test('other leaves name the host, and no country', async () => {
  const document = await leaf(optionsOf('DE'), 'request');
  assert.equal(namesOtherIssuer(optionsOf('FR', 'https://other.example'), document), false);
  assert.equal(namesOtherHost(optionsOf(), document), false);
  assert.equal(namesOtherHost(optionsOf('DE', 'https://other.example'), document), true);
});
