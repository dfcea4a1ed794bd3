/**
 * Certificates of generated keys by purpose: which CA certifies them, for how long, and whether one still matches the
 * configuration.
 */
import type { KeyObject } from 'node:crypto';
import { issuerAddresses } from '../crypto/certificate-extensions.ts';
import { createAuthority, createLeaf, type Validity } from '../crypto/certificates.ts';
import type { GeneratedKeyPurpose, Sign } from '../crypto/keys.ts';
import {
  AGE_DOCUMENT_SIGNER,
  createDocumentSigner,
  createIssuingAuthority,
  MDL_DOCUMENT_SIGNER,
} from '../crypto/mdoc-certificates.ts';
import { type CertificateHost, countryOf, coversHost } from '../crypto/x509.ts';
import { DEVELOPMENT_COUNTRY } from '../kernel/country.ts';
import type { Random } from '../kernel/random.ts';
import type { KeyDocument } from '../model/keys/key-documents.ts';
import { certificateOf } from './certificate-of.ts';
import type { MdocIssuerOf } from './mdoc-issuer.ts';
import type { NewKey } from './signer.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A tenant's generated document signer signs all of its mdocs. */
const MDOC_PURPOSES = [MDL_DOCUMENT_SIGNER, AGE_DOCUMENT_SIGNER];

const CA_LIFETIME = 3650 * DAY;

/** The CAs of a tenant: `iaca` certifies its document signers, `ca` its other keys. */
export type Authority = 'ca' | 'iaca';

interface LifeOfLeaf {
  /** Milliseconds. */
  readonly lifetime: number;
  /** Milliseconds before its expiry at which the next one is created. */
  readonly renewBefore: number;
}

/**
 * An mdoc expires with its signer's certificate at the latest, whose lifetime is 457 days at most (ISO/IEC 18013-5,
 * annex B). A signer is used for 90 days, so that an mdoc can always live a year.
 */
const LEAVES: Readonly<Record<GeneratedKeyPurpose, LifeOfLeaf>> = {
  credential: { lifetime: 365 * DAY, renewBefore: 30 * DAY },
  request: { lifetime: 365 * DAY, renewBefore: 30 * DAY },
  mdoc: { lifetime: 456 * DAY, renewBefore: 366 * DAY },
  list: { lifetime: 365 * DAY, renewBefore: 30 * DAY },
};

/** ETSI TS 119 612, 5.7.1: the key may sign lists. */
const SIGNS_LISTS = '0.4.0.2231.3.0';

export interface CertificateOptions {
  readonly host: CertificateHost;
  readonly mdocIssuerOf: MdocIssuerOf;
  readonly random: Random;
}

/** A key to certify, and how a CA's own key signs. */
export interface CertifiedKeys {
  readonly publicKey: KeyObject;
  readonly sign: Sign;
}

/** A CA that certifies: PEM, and how it signs. */
export interface SigningAuthority {
  readonly certificate: string;
  readonly sign: Sign;
}

/** The CA of a purpose. */
export function authorityFor(purpose: GeneratedKeyPurpose): Authority {
  return purpose === 'mdoc' ? 'iaca' : 'ca';
}

/** Milliseconds before a leaf's expiry at which the next one is created. */
export function renewBefore(purpose: GeneratedKeyPurpose): number {
  return LEAVES[purpose].renewBefore;
}

/** @param now milliseconds */
export function leafValidity(purpose: GeneratedKeyPurpose, now: number): Validity {
  return validityFrom(now, LEAVES[purpose].lifetime);
}

/** @param now milliseconds */
export function authorityValidity(now: number): Validity {
  return validityFrom(now, CA_LIFETIME);
}

/** A leaf's certificate, PEM. */
export function certifyLeaf(
  options: CertificateOptions,
  { tenant, purpose }: { readonly tenant: string; readonly purpose: GeneratedKeyPurpose },
  of: Validity & { readonly publicKey: KeyObject; readonly authority: SigningAuthority },
): Promise<string> {
  const { random, host } = options;
  if (purpose === 'mdoc')
    return createDocumentSigner({ ...of, tenant, random, host: host.value, purposes: MDOC_PURPOSES });
  return createLeaf({ ...of, tenant, random, host, ...(purpose === 'list' ? { extendedUsage: SIGNS_LISTS } : {}) });
}

/** A CA's certificate, PEM. @param before the previous generation: its country stays if none is configured */
export function certifyAuthority(
  options: CertificateOptions,
  { tenant, purpose, generation }: NewKey,
  of: Validity & { readonly keys: CertifiedKeys; readonly before: KeyDocument | undefined },
): Promise<string> {
  const { random, host } = options;
  const { before, ...made } = of;
  if (purpose !== 'iaca') return createAuthority({ ...made, tenant, random, host });
  const issuer = options.mdocIssuerOf(tenant);
  const kept = before === undefined ? undefined : countryOf(certificateOf(before).subject);
  return createIssuingAuthority({
    ...made,
    tenant,
    random,
    host: host.value,
    issuerUrl: issuer.issuerUrl,
    country: issuer.country ?? kept ?? DEVELOPMENT_COUNTRY,
    revocationListUrl: issuer.revocationListUrl(generation),
  });
}

/** Whether a leaf can no longer be used because its host is different: the service's address has changed. */
export function namesOtherHost({ host }: CertificateOptions, leaf: KeyDocument): boolean {
  return leaf.purpose !== 'mdoc' && !coversHost(certificateOf(leaf), host);
}

/** Whether an IACA, or a document signer under it, has a different country or issuer from the configured one. */
export function namesOtherIssuer({ mdocIssuerOf }: CertificateOptions, document: KeyDocument): boolean {
  if (document.purpose !== 'mdoc' && document.purpose !== 'iaca') return false;
  const { country, issuerUrl } = mdocIssuerOf(document.tenant);
  const certificate = certificateOf(document);
  const otherCountry = country !== undefined && countryOf(certificate.subject) !== country;
  return otherCountry || !issuerAddresses(certificate).includes(issuerUrl);
}

/** Starts at the full hour, because wallets' clocks may run behind. Certificates contain only whole seconds. */
function validityFrom(now: number, lifetime: number): Validity {
  const notBefore = Math.floor(now / HOUR) * HOUR - HOUR;
  return { notBefore, notAfter: notBefore + lifetime };
}
