/** A chain of certificates, as in `x5c` and `x5chain`, followed to a trust anchor (RFC 7515, 4.1.6; RFC 9360, 2; RFC 5280, 6). */
import { createHash, X509Certificate } from 'node:crypto';
import { CertificateError } from './certificate-error.ts';
import {
  hasStrongSignature,
  hasUnknownCriticalExtension,
  isForTlsServersOnly,
  pathLengthConstraint,
} from './certificate-extensions.ts';
import { mayBeUsedFor, type Signed } from './key-usage.ts';
import type { KnownKeys, KnownPath } from './known-keys.ts';
import { hasKnownKey, isIssuedBy, isSelfSigned, isValidAt, notAfter } from './x509.ts';

/**
 * An anchor that may certify even after its expiry, if its trust list decides so (ETSI TS 119 615 does not check it).
 */
export interface Anchor extends X509Certificate {
  readonly countsAfterEnd?: true;
}

/** Maximum number of certificates in a chain. */
const MAX_PATH = 8;

/**
 * Follows a chain from its leaf to one of the anchors: names, signatures, CA flags, path lengths, key usage and
 * validity of every certificate. A certificate with an unknown critical extension, including name constraints, is
 * refused, and so is a leaf that is only for TLS servers. Revocation of certificates is not checked.
 * @param chain DER, leaf first
 * @param anchors CA certificates; one that isn't a CA issues nothing and is trusted only for its own key
 * @param now milliseconds
 * @param signed what the leaf's key signs: its key usage must allow it
 * @returns the leaf
 * @throws CertificateError
 */
export function verifyCertificateChain(
  chain: readonly Buffer[],
  anchors: readonly Anchor[],
  now: number,
  signed: Signed = 'credential',
  known?: KnownKeys,
): X509Certificate {
  return knownPath(chain, { anchors, now, signed }, known).leaf;
}

/**
 * The same. If the leaf is trusted for its own key, nothing has checked the certificates after it, so they are left
 * out.
 * @returns the path's certificates, leaf first
 */
export function verifiedCertificates(
  chain: readonly Buffer[],
  anchors: readonly Anchor[],
  now: number,
  signed: Signed = 'credential',
  known?: KnownKeys,
): readonly X509Certificate[] {
  return knownPath(chain, { anchors, now, signed }, known).path;
}

interface PathRules {
  readonly anchors: readonly Anchor[];
  readonly now: number;
  readonly signed: Signed;
}

/** Caches only accepted paths, for a minute, and never beyond the expiry of the path's certificates or an anchor. */
function knownPath(
  chain: readonly Buffer[],
  { anchors, now, signed }: PathRules,
  known: KnownKeys | undefined,
): Pick<KnownPath, 'leaf' | 'path'> {
  checkLength(chain.length);
  const follow = (): FollowedPath => followPath(chain.map(parseElement), anchors, now, signed);
  if (known === undefined) return follow();
  const key = `${signed} ${chainKey(chain, anchors)}`;
  const cached = known.followed.get(key);
  if (cached !== undefined && cached.from <= now && now < cached.until) return cached;
  const { ends, ...path } = follow();
  const fresh = { ...path, from: now, until: Math.min(now + KEEP, Math.min(...ends) + 1) };
  known.followed.set(key, fresh);
  return fresh;
}

/** Milliseconds. */
const KEEP = 60_000;

/**
 * The cache key: a hash of the chain and of the anchors. It includes the length of each certificate, because the bytes
 * come from outside, and those of one chain could be split into a different chain, or into a shorter chain and an
 * anchor.
 */
function chainKey(chain: readonly Buffer[], anchors: readonly Anchor[]): string {
  const hash = createHash('sha256').update(chain.map(({ length }) => length).join());
  for (const der of chain) hash.update(der);
  for (const anchor of anchors) hash.update(anchor.raw).update(anchor.countsAfterEnd === true ? 'kept' : '');
  return hash.digest('base64');
}

interface FollowedPath {
  readonly leaf: X509Certificate;
  /** Leaf first. Only the leaf if its own key is trusted. */
  readonly path: readonly X509Certificate[];
  /** Ends of the validity of the path's certificates and anchors, milliseconds. */
  readonly ends: readonly number[];
}

function followPath(
  path: readonly X509Certificate[],
  anchors: readonly Anchor[],
  now: number,
  signed: Signed,
): FollowedPath {
  const [leaf] = path;
  if (leaf === undefined) throw new CertificateError('missing');
  if (leaf.ca || !mayBeUsedFor(signed, leaf)) throw new CertificateError('not_for_signatures', leaf);
  const fault = faultOf(leaf, now);
  if (fault !== undefined) throw new CertificateError(fault, leaf);
  if (anchors.some((anchor) => !anchor.ca && anchor.publicKey.equals(leaf.publicKey))) {
    return { leaf, path: [leaf], ends: [notAfter(leaf)] };
  }
  // A CA that also certifies TLS servers does not make each of them an issuer.
  if (isForTlsServersOnly(leaf)) throw new CertificateError('tls_server', leaf);
  checkIssuers(path, anchors, now);
  // HAIP 1.0, 6.1.1: the signing certificate is not self-signed
  if (isSelfSigned(leaf)) throw new CertificateError('self_signed', leaf);
  // Expired anchors certify nothing.
  return { leaf, path, ends: [...path, ...anchors].map(notAfter).filter((end) => end >= now) };
}

/**
 * From the anchor down: only keys that a certificate above has certified verify a signature. An uncertified key may be of any
 * kind and size.
 */
function checkIssuers(path: readonly X509Certificate[], anchors: readonly Anchor[], now: number): void {
  for (const [i, certificate] of [...path.entries()].reverse()) {
    const above = path[i + 1];
    const candidates: readonly Anchor[] = above === undefined ? anchors : [above];
    // RFC 5280, 4.2.1.9: CAs between the issuer and the leaf; self-issued ones don't count.
    const between = path.slice(1, i + 1).filter((each) => each.subject !== each.issuer).length;
    const issued = (issuer: Anchor): boolean =>
      issuer.ca &&
      between <= (pathLengthConstraint(issuer) ?? Number.POSITIVE_INFINITY) &&
      faultOf(issuer, issuer.countsAfterEnd === true ? Math.min(now, notAfter(issuer)) : now) === undefined &&
      isIssuedBy(certificate, issuer);
    if (!hasStrongSignature(certificate)) throw new CertificateError('weak_signature', certificate);
    const detail = above === undefined ? 'no_anchor' : 'not_issued_by_next';
    if (!candidates.some(issued)) throw new CertificateError(detail, certificate);
  }
}

/** Why a certificate is refused, by a stable name; undefined if it is acceptable. */
function faultOf(certificate: X509Certificate, now: number): string | undefined {
  if (!isValidAt(certificate, now)) return now > notAfter(certificate) ? 'expired' : 'not_yet_valid';
  if (hasUnknownCriticalExtension(certificate)) return 'critical_extension';
  return hasKnownKey(certificate) ? undefined : 'key';
}

/** @throws CertificateError for more certificates than a chain may have */
export function checkLength(length: number): void {
  if (length > MAX_PATH) throw new CertificateError('too_long');
}

/** One certificate, with nothing after it. */
function parseElement(der: Buffer): X509Certificate {
  const certificate = certificateOf(der);
  if (certificate?.raw.length !== der.length) throw new CertificateError('no_certificate');
  return certificate;
}

function certificateOf(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}
