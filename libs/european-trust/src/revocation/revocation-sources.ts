/**
 * The addresses at which a certificate's revocation can be checked (RFC 5280, 4.2.1.13 and 4.2.2.1). Pure; nothing is
 * fetched here.
 */
import type { X509Certificate } from 'node:crypto';
import { extensionsOf } from '@countersign/shared/crypto/certificate-extensions';
import { childrenOf, elementsOf } from '@countersign/shared/crypto/der';
import { ACCESS, EXTENSION } from '@countersign/shared/crypto/object-identifiers';
import { notAfter } from '@countersign/shared/crypto/x509';

const DISTRIBUTION_POINT = 0xa0;
const FULL_NAME = 0xa0;
/** `[6]` uniformResourceIdentifier */
const URI = 0x86;

const DAY = 86_400_000;

/** Maximum number of addresses of each kind to read from a certificate. */
const MAX_ADDRESSES = 4;

export interface RevocationSources {
  /** Addresses of one complete list each. A point with reasons or a different issuer is skipped. */
  readonly crls: readonly string[];
  readonly ocsp: readonly string[];
  /** The certificate's lifetime is too short for revocation. */
  readonly noneNeeded: boolean;
}

export function revocationSources(certificate: X509Certificate): RevocationSources {
  const extensions = extensionsOf(certificate);
  const isAssured = extensions.has(EXTENSION.noRevocationAvailable) && extensions.has(EXTENSION.validityAssured);
  const isShort = notAfter(certificate) - Date.parse(certificate.validFrom) <= DAY;
  return {
    crls: crlAddresses(extensions.get(EXTENSION.crlDistributionPoints)).slice(0, MAX_ADDRESSES),
    ocsp: ocspAddresses(extensions.get(EXTENSION.authorityInformation)).slice(0, MAX_ADDRESSES),
    noneNeeded: isAssured || isShort,
  };
}

function crlAddresses(value: Buffer | undefined): readonly string[] {
  const [points] = (value === undefined ? undefined : elementsOf(value)) ?? [];
  return (childrenOf(points) ?? []).flatMap((point) => {
    const members = childrenOf(point) ?? [];
    // With reasons the list is partial; with a different issuer it is indirect.
    const [name, ...others] = members;
    return name?.tag === DISTRIBUTION_POINT && others.length === 0 ? fullNames(name.content) : [];
  });
}

/** The addresses in a DistributionPointName: http and https; directories are not supported. */
export function fullNames(distributionPoint: Buffer): readonly string[] {
  const [name] = elementsOf(distributionPoint) ?? [];
  if (name?.tag !== FULL_NAME) return [];
  return (childrenOf(name) ?? [])
    .filter(({ tag }) => tag === URI)
    .map(textOf)
    .filter(isWebAddress);
}

function ocspAddresses(value: Buffer | undefined): readonly string[] {
  const [descriptions] = (value === undefined ? undefined : elementsOf(value)) ?? [];
  return (childrenOf(descriptions) ?? []).flatMap((description) => {
    const [method, location] = childrenOf(description) ?? [];
    const isOcsp = method?.content.toString('hex') === ACCESS.ocsp && location?.tag === URI;
    return isOcsp ? [textOf(location)].filter(isWebAddress) : [];
  });
}

function textOf({ content }: { readonly content: Buffer }): string {
  return content.toString('latin1');
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
