/** Reads a registration certificate in the form in which a tenant stores it (ETSI TS 119 475, 5.2). */
import { decodeBase64url } from '@countersign/shared/crypto/base64url';
import { readCwt } from './read-cwt.ts';
import { readJwt } from './read-jwt.ts';
import { MAX_BYTES, malformed, type WrittenCertificate } from './written-certificate.ts';

const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Reads the header and the claims. Verifies nothing.
 * @param given a compact JWT, base64url of it (ETSI TS 119 472-2, RO-16) or of a CWT, or the bytes of a CWT
 * @throws RegistrationError
 */
export function readCertificate(given: string | Buffer): WrittenCertificate {
  if (typeof given !== 'string') return readCwt(given);
  if (given.includes('.') || given.length > base64urlLength(MAX_BYTES)) return readJwt(given);
  const bytes = decodeBase64url(given);
  if (bytes === undefined || bytes.length === 0) {
    throw malformed('header', '', 'The registration certificate must be a compact JWT, or base64url of a JWT or CWT');
  }
  const text = bytes.toString('latin1');
  return COMPACT.test(text) ? readJwt(text) : readCwt(bytes);
}

function base64urlLength(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}
