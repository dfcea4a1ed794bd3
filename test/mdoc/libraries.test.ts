/** mdocs that third-party libraries issue and present, and Countersign's read by them. */
import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { elementToCbor } from '@countersign/issuer/configuration/element-to-cbor';
import { europeanCoseHeader } from '@countersign/issuer/credential/european-members';
import { issueMdoc } from '@countersign/issuer/credential/issuer-signed';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { localSign } from '@countersign/shared/crypto/signing-algorithm';
import type { CborMap } from '@countersign/shared/mdoc/cbor-value';
import { readDeviceResponse } from '@countersign/verifier/mdoc/device-response';
import { dcApiTranscript, redirectTranscript } from '@countersign/verifier/mdoc/session-transcript';
import { verifyDeviceAuth, verifyIssuerAuth } from '@countersign/verifier/mdoc/verify-document';
import { elementToJson } from '@countersign/verifier/presentation/element-to-json';
import { auth0Library } from './auth0-library.ts';
import { type ForeignIssuer, foreignIssuer } from './document-signer.ts';
import { acceptWithOwf, owfLibrary } from './owf-library.ts';

const MDL = 'org.iso.18013.5.1.mDL';
const NAMESPACE = 'org.iso.18013.5.1';
const now = Date.parse('2026-06-15T12:30:00Z');
const DAY = 86_400_000;
const wallet = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const deviceKey = wallet.privateKey.export({ format: 'jwk' });
const publicKey = wallet.publicKey.export({ format: 'jwk' });
const redirect = redirectTranscript({
  clientId: 'x509_hash:abc',
  nonce: 'n-0S6_WzA2Mj',
  jwkThumbprint: randomBytes(32),
  responseUri: 'https://verifier.example/response',
});
const page = dcApiTranscript({ origin: 'https://verifier.example', nonce: 'n-0S6_WzA2Mj', jwkThumbprint: null });

const elements = { family_name: 'Müller', birth_date: '1985-04-12', age_over_18: true, issuing_country: 'UT' };
const disclosed = { [NAMESPACE]: ['family_name', 'age_over_18'] };

function verify(response: string, issuer: ForeignIssuer, transcript: Buffer): Record<string, unknown> {
  const document = readDeviceResponse(Buffer.from(response, 'base64url'));
  verifyIssuerAuth(document, { anchors: [new X509Certificate(issuer.authority)], now });
  verifyDeviceAuth(document, transcript);
  const values = document.nameSpaces.get(NAMESPACE) ?? new Map();
  return Object.fromEntries([...values].map(([name, value]) => [name, elementToJson(value)]));
}

async function issueHere(issuer: ForeignIssuer, header?: CborMap): Promise<string> {
  const types = { birth_date: 'full-date' } as const;
  const values = Object.entries(elements).map(
    ([name, value]) => [name, elementToCbor(value, types[name as keyof typeof types])] as const,
  );
  return issueMdoc({
    docType: MDL,
    nameSpaces: new Map([[NAMESPACE, new Map(values)]]),
    deviceKey: publicKey as unknown as PublicJwk,
    validity: { signed: now - 1000, validFrom: now - 1000, validUntil: now + 30 * DAY },
    key: {
      alg: 'ES256',
      sign: localSign(createPrivateKey({ key: issuer.privateKey, format: 'jwk' })),
      x5c: [new X509Certificate(issuer.certificate).raw.toString('base64')],
    },
    header,
    random: randomBytes,
  });
}

for (const library of [owfLibrary, auth0Library]) {
  for (const [way, transcript] of Object.entries({ redirect, page })) {
    test(`${library.name} issues and presents, by ${way}`, async () => {
      const issuer = await foreignIssuer(now);
      const issuerSigned = await library.issue({
        docType: MDL,
        nameSpaces: { [NAMESPACE]: elements },
        deviceKey: publicKey,
        issuer,
        signed: new Date(now - 1000),
        validUntil: new Date(now + 30 * DAY),
      });
      const response = await library.present({
        docType: MDL,
        issuerSigned,
        deviceKey,
        transcript,
        elements: disclosed,
      });
      assert.deepEqual(verify(response, issuer, transcript), { family_name: 'Müller', age_over_18: true });
    });

    test(`${library.name} presents a credential that was issued here, by ${way}`, async () => {
      const issuer = await foreignIssuer(now);
      const issuerSigned = await issueHere(issuer);
      const response = await library.present({
        docType: MDL,
        issuerSigned,
        deviceKey,
        transcript,
        elements: disclosed,
      });
      assert.deepEqual(verify(response, issuer, transcript), { family_name: 'Müller', age_over_18: true });
    });
  }
}

test('@owf/mdoc accepts a credential that was issued here, and refuses it under another authority', async () => {
  const issuer = await foreignIssuer(now);
  const issuerSigned = await issueHere(issuer);
  await acceptWithOwf(issuerSigned, [issuer.authority], new Date(now));
  const x5c = [new X509Certificate(issuer.certificate).raw.toString('base64')];
  const european = await issueHere(issuer, europeanCoseHeader({ x5c }, 'https://issuer.example'));
  await acceptWithOwf(european, [issuer.authority], new Date(now));
  const other = await foreignIssuer(now);
  await assert.rejects(acceptWithOwf(issuerSigned, [other.authority], new Date(now)));
});
