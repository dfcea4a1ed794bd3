/** A question about one certificate (RFC 6960, 4.1; RFC 8954). Pure. */
import { createHash, type X509Certificate } from 'node:crypto';
import { TAG } from '@countersign/shared/crypto/der';
import { certificateFields } from './certificate-fields.ts';
import { element, objectIdentifier, sequence } from './write-der.ts';

/** 1.3.14.3.2.26: SHA-1 only identifies a certificate here and signs nothing. Responders support no other. */
const SHA_1 = '2b0e03021a';
/** 1.3.6.1.5.5.7.48.1.2 */
export const NONCE = '2b0601050507300102';
const NULL = 0x05;
const REQUEST_EXTENSIONS = 0xa2;

export interface OcspQuestion {
  /** CertID, DER: the response repeats it. */
  readonly certId: Buffer;
  readonly nonce: Buffer;
}

/** @param nonce random, 32 bytes */
export function ocspQuestion(certificate: X509Certificate, issuer: X509Certificate, nonce: Buffer): OcspQuestion {
  const { serial } = certificateFields(certificate);
  const { subject, key } = certificateFields(issuer);
  const certId = sequence(
    sequence(objectIdentifier(SHA_1), element(NULL)),
    element(TAG.octetString, sha1(subject)),
    element(TAG.octetString, sha1(key)),
    element(TAG.integer, Buffer.from(serial, 'latin1')),
  );
  return { certId, nonce };
}

/** OCSPRequest, DER. */
export function ocspRequest({ certId, nonce }: OcspQuestion): Buffer {
  const value = element(TAG.octetString, element(TAG.octetString, nonce));
  const extensions = sequence(sequence(objectIdentifier(NONCE), value));
  const list = sequence(sequence(certId));
  return sequence(sequence(list, element(REQUEST_EXTENSIONS, extensions)));
}

export function sha1(bytes: Buffer): Buffer {
  return createHash('sha1').update(bytes).digest();
}
