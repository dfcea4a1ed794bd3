/** Signed requests of a page as the wallet checks them: signature, certificate and client id (OpenID4VP 1.0, 5.9.3 and A.3.2). */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { WalletRefuses } from '../sending/failures.ts';

/** A signature with the base64url of its header, as a JWS has them. */
export interface RequestSignature {
  readonly protected: string;
  readonly signature: string;
}

export interface VerifiedSigner {
  /** The protected header. */
  readonly header: Readonly<Record<string, unknown>>;
  readonly certificate: X509Certificate;
}

const TYPE = 'oauth-authz-req+jwt';

/**
 * Verifies a signature with the certificate in its header. Doesn't check whether the verifier is trusted.
 * @param payload base64url
 * @throws WalletRefuses
 */
export function verifiedSigner(payload: string, { protected: header, signature }: RequestSignature): VerifiedSigner {
  const parsed = objectIn(header, 'header');
  const { alg, typ, x5c } = parsed;
  if (alg !== 'ES256' || typ !== TYPE) throw new WalletRefuses(`The request is signed as ${String(typ)} with ${alg}`);
  const certificate = leafOf(x5c);
  const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
  if (!isSigned) throw new WalletRefuses("The request's signature is invalid");
  return { header: parsed, certificate };
}

/** Checks that the client id is one of the certificate. @throws WalletRefuses */
export function checkClientId(clientId: unknown, certificate: X509Certificate): void {
  const [prefix, name] = typeof clientId === 'string' ? (/^([^:]+):(.*)$/.exec(clientId)?.slice(1) ?? []) : [];
  const hash = createHash('sha256').update(certificate.raw).digest('base64url');
  const isOwn =
    (prefix === 'x509_hash' && name === hash) ||
    (prefix === 'x509_san_dns' && (certificate.subjectAltName ?? '').split(', ').includes(`DNS:${name}`));
  if (!isOwn) throw new WalletRefuses(`The client id ${String(clientId)} does not match the request's certificate`);
}

/** @param text base64url of a JSON object @throws WalletRefuses */
export function objectIn(text: string, what: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw new WalletRefuses(`The ${what} of the request is not a JSON object`);
}

function leafOf(x5c: unknown): X509Certificate {
  const [leaf] = Array.isArray(x5c) ? x5c : [];
  if (typeof leaf !== 'string') throw new WalletRefuses('The request has no certificate');
  return new X509Certificate(Buffer.from(leaf, 'base64'));
}
