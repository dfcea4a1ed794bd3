/** The certificate chain of a key that signs credentials, as a separate document (RFC 7515, 4.1.5 and 4.1.8). Pure. */
import { sha256 } from './sha256.ts';

/** `x5t#S256`: SHA-256 of the leaf's DER, base64url. @param x5c standard base64 DER, leaf first */
export function leafThumbprint(x5c: readonly string[]): string {
  return sha256(Buffer.from(x5c[0] ?? '', 'base64')).toString('base64url');
}

/**
 * The chain's address. It contains the leaf's hash, so its content never changes. @param issuer the tenant's credential
 * issuer
 */
export function chainUrl(issuer: string, x5c: readonly string[]): string {
  return `${issuer}/.well-known/certificate-chains/${leafThumbprint(x5c)}`;
}

/** PEM certificates, leaf first. */
export function pemChain(x5c: readonly string[]): string {
  return x5c.map((der) => `-----BEGIN CERTIFICATE-----\n${lines(der)}\n-----END CERTIFICATE-----\n`).join('');
}

/** RFC 7468, 2: lines of 64 characters. */
function lines(base64: string): string {
  return (base64.match(/.{1,64}/g) ?? []).join('\n');
}
