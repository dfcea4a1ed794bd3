/** The IACA and document signer of a foreign issuer. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createDocumentSigner, createIssuingAuthority } from '@countersign/shared/crypto/mdoc-certificates';
import type { LibraryIssuer } from './mdoc-library.ts';

export interface ForeignIssuer extends LibraryIssuer {
  /** IACA certificate, PEM: the anchor. */
  readonly authority: string;
}

const DAY = 86_400_000;

/** @param now milliseconds: both are valid from the day before, the document signer for a year */
export async function foreignIssuer(now: number): Promise<ForeignIssuer> {
  const authorityKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signerKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const named = { tenant: 'Transport Authority', host: 'issuer.example', random: randomBytes };
  const validity = { notBefore: now - DAY, notAfter: now + 365 * DAY };
  const authority = await createIssuingAuthority({
    ...named,
    ...validity,
    keys: authorityKeys,
    country: 'UT',
    issuerUrl: 'https://issuer.example',
    revocationListUrl: 'https://issuer.example/crl',
  });
  const certificate = await createDocumentSigner({
    ...named,
    ...validity,
    publicKey: signerKeys.publicKey,
    authority: { certificate: authority, privateKey: authorityKeys.privateKey },
  });
  return { authority, certificate, privateKey: signerKeys.privateKey.export({ format: 'jwk' }) };
}
