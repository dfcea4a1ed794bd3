/** The signer of a credential: the leaf of its chain, and whether it may sign for the credential's `iss`. */
import type { X509Certificate } from 'node:crypto';
import { addressNames } from '@countersign/shared/crypto/certificate-extensions';
import { certificateFacts, certificateHost, coversHost } from '@countersign/shared/crypto/x509';
import type { Json } from '@countersign/shared/kernel/json';
import { receivedUrl } from '@countersign/shared/kernel/reasons/received';
import type {
  AttestationCategory,
  IssuerNames,
  ListedBy,
  PublicBodyStatement,
} from '@countersign/shared/trust/trust-anchor';
import { PresentationError } from '../session/presentation-error.ts';

/** The signer as reported to the backend. */
export interface CredentialSigner {
  /** Distinguished names on one line, as `openssl x509 -nameopt RFC2253` escapes them, the first part first. */
  readonly subject: string;
  readonly issuer: string;
  /** SHA-256 of the certificate, as `openssl x509 -fingerprint -sha256` prints it. */
  readonly fingerprint: string;
  /** The trust list entry that decided; absent if the trust comes from a file, the API, or the tenant itself. */
  readonly list?: {
    /** The tenant's name for the list, its address, and its number. */
    readonly id: string;
    readonly url: string;
    readonly sequenceNumber: number;
    /** Name of the entity, and type of its service. */
    readonly entity: string;
    readonly service: string;
    /** The category that the credential claims and its entry confirms. */
    readonly category?: AttestationCategory;
    /** What the certificate of a public body states. */
    readonly publicBody?: PublicBodyStatement;
  };
}

/**
 * SD-JWT VC, 7.3: with `x5c` the leaf is the issuer, so it must not sign under a different issuer's name. A leaf with
 * addresses (SAN URI, DNS or IP) may sign only for these: a URI must equal `iss`, a host must match the host in `iss`.
 * A leaf without addresses may sign for any `iss`, and a credential without `iss` passes.
 * @param rules what the leaf's anchors allow; one match is enough
 * @returns false if `iss` is accepted although nothing binds it to the leaf
 * @throws PresentationError `issuer_name`
 */
export function checkIssuerName(
  leaf: X509Certificate,
  iss: Json | undefined,
  rules: readonly IssuerNames[] = ['certificate'],
): boolean {
  if (iss === undefined) return true;
  // First the host, which most name: to read the extensions of a certificate costs far more.
  const isNamed = typeof iss === 'string' && (isAtHostOf(leaf, iss) || addressNames(leaf).uris.includes(iss));
  if (rules.some((rule) => (isList(rule) ? typeof iss === 'string' && rule.includes(iss) : isNamed))) return true;
  const { uris, hosts } = addressNames(leaf);
  const nameless = uris.length === 0 && !hosts;
  if (rules.some((rule) => rule === 'any' || (rule === 'certificate' && nameless))) return false;
  const { received } = receivedUrl(iss, '');
  throw new PresentationError('issuer_name', {
    facts: {
      expectedAny: rules.flatMap((rule) => (isList(rule) ? rule : (leaf.subjectAltName ?? '').split(', '))),
      ...(received === undefined ? {} : { received }),
      ...certificateFacts(leaf),
    },
  });
}

function isList(rule: IssuerNames): rule is readonly string[] {
  return typeof rule !== 'string';
}

function isAtHostOf(leaf: X509Certificate, iss: string): boolean {
  if (!URL.canParse(iss)) return false;
  const { origin } = new URL(iss);
  // A URL that parsers read differently, such as one with a user name before the host, matches no host.
  const isPlain = iss.toLowerCase().startsWith(origin) && ['', '/', '?', '#'].includes(iss.charAt(origin.length));
  return /^https?:/.test(origin) && isPlain && coversHost(leaf, certificateHost(iss));
}

/** @param listedBy the trust list entry that the certificate was verified with */
export function signerOf({ subject, issuer, fingerprint256 }: X509Certificate, listedBy?: ListedBy): CredentialSigner {
  const signer = { subject: onOneLine(subject), issuer: onOneLine(issuer), fingerprint: fingerprint256 };
  if (listedBy === undefined) return signer;
  const { list: id, url, sequenceNumber, entity, service, category, publicBody } = listedBy;
  const more = { ...(category === undefined ? {} : { category }), ...(publicBody === undefined ? {} : { publicBody }) };
  return { ...signer, list: { id, url, sequenceNumber, entity, service, ...more } };
}

/** node:crypto writes one part per line, with commas and line ends inside a part escaped; an empty name is undefined. */
function onOneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ');
}
