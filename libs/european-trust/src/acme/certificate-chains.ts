/** Which of an authority's chains to use, and whether it is the requested one. */
import type { X509Certificate } from 'node:crypto';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import { jwkThumbprint, publicJwkOf } from '@countersign/shared/crypto/jwk';
import {
  certificateFacts,
  hasKnownKey,
  isSelfSigned,
  isValidAt,
  pemCertificates,
} from '@countersign/shared/crypto/x509';
import { AcmeError } from './acme-error.ts';

const MAX_CHAIN = 6;

export interface ChainWanted {
  /** Thumbprint of the certificate request's key. */
  readonly kid: string;
  /** Authorities that the tenant trusts for this purpose; empty: any authority. */
  readonly anchors: readonly X509Certificate[];
  /** Milliseconds. */
  readonly now: number;
}

/**
 * The first chain that ends at an anchor, without self-signed certificates.
 * @param chains in PEM, the preferred one first
 * @throws AcmeError why the last one can't be used
 */
export function chooseChain(chains: readonly string[], wanted: ChainWanted): readonly X509Certificate[] {
  let last = new AcmeError('acme_certificate_refused', { facts: { detail: 'no_certificate' } });
  for (const pem of chains) {
    try {
      return usableChain(pem, wanted);
    } catch (error) {
      if (!(error instanceof AcmeError)) throw error;
      last = error;
    }
  }
  throw last;
}

function usableChain(pem: string, { kid, anchors, now }: ChainWanted): readonly X509Certificate[] {
  const chain = readChain(pem);
  const [leaf] = chain;
  if (leaf === undefined || chain.length > MAX_CHAIN) throw refused('no_certificate');
  if (kidOf(leaf) !== kid) throw refused('other_key', leaf);
  if (leaf.ca) throw refused('not_a_leaf', leaf);
  if (!isValidAt(leaf, now)) throw refused('not_valid_now', leaf);
  const sent = chain.filter((one) => !isSelfSigned(one) && !isListed(one, anchors));
  if (sent.length === 0) throw refused('self_signed', leaf);
  if (anchors.length > 0) checkPath(sent, anchors, now);
  return sent;
}

function readChain(pem: string): readonly X509Certificate[] {
  try {
    return pemCertificates(pem);
  } catch (cause) {
    throw new AcmeError('acme_certificate_refused', { facts: { detail: 'not_readable' }, cause });
  }
}

function isListed(one: X509Certificate, anchors: readonly X509Certificate[]): boolean {
  return anchors.some(({ raw }) => raw.equals(one.raw));
}

function checkPath(sent: readonly X509Certificate[], anchors: readonly X509Certificate[], now: number): void {
  try {
    verifiedCertificates(
      sent.map(({ raw }) => raw),
      anchors,
      now,
      'access',
    );
  } catch (cause) {
    throw refused('unknown_authority', sent[0], cause);
  }
}

function refused(detail: string, leaf?: X509Certificate, cause?: unknown): AcmeError {
  const facts = { detail, ...(leaf === undefined ? {} : certificateFacts(leaf)) };
  return new AcmeError('acme_certificate_refused', { facts, cause });
}

/** RFC 7638; undefined for a key type that the server doesn't create. */
function kidOf(leaf: X509Certificate): string | undefined {
  if (!hasKnownKey(leaf) || leaf.publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined;
  return jwkThumbprint(publicJwkOf(leaf.publicKey));
}
