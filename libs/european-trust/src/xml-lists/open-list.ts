/** From the bytes of an XML trusted list to its content, with nothing between that was not signed (ETSI TS 119 612, annex B). Pure. */
import { createHash, X509Certificate } from 'node:crypto';
import { hasKnownKey } from '@countersign/shared/crypto/x509';
import { fitsMethod, type KeyRules } from './algorithms.ts';
import {
  checkCertificateReference,
  checkSignerCertificate,
  type SignerWarning,
  signerWarnings,
} from './list-signer.ts';
import type { XmlList } from './list-value.ts';
import { type ReadRules, readList } from './read-list.ts';
import { certificateOf } from './read-values.ts';
import { readVerified, scanXml } from './scan.ts';
import { signatureShape } from './signature-shape.ts';
import { verifySignature } from './verify-signature.ts';
import { XmlListError } from './xml-list-error.ts';

export interface ListRules extends KeyRules, ReadRules {
  /** A signer whose name differs from the list's operator is refused instead of reported. */
  readonly strictSignerName: boolean;
}

export const LIST_RULES: ListRules = { leastRsaBits: 2048, brainpool: false, versions: [6], strictSignerName: false };

/** Certificates as base64 of the DER; `itself` for a list of lists, whose signer is looked up afterwards. */
export type AuthorizedSigners = readonly string[] | 'itself';

export interface OpenedList {
  readonly list: XmlList;
  /** Certificate of the signer, base64 of the DER. */
  readonly signer: string;
  readonly warnings: readonly SignerWarning[];
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
  /** SHA-256 of the signed content, hexadecimal: the same under another signature. */
  readonly content: string;
}

/**
 * @param authorized whose signature is accepted; the certificate in the file only selects one of them
 * @throws XmlListError
 */
export function openList(bytes: Buffer, authorized: AuthorizedSigners, rules: ListRules = LIST_RULES): OpenedList {
  const { text, signature } = scanXml(bytes);
  const shape = signatureShape(signature);
  const certificate = signerAmong(authorized, shape.certificate);
  if (!hasKnownKey(certificate) || !fitsMethod(shape.method, certificate.publicKey, rules)) {
    throw new XmlListError('signature_key', "The signer's key is too weak, or does not match the signature method");
  }
  checkSignerCertificate(certificate);
  const parts = verifySignature(text, shape, certificate.publicKey);
  checkCertificateReference(readVerified(parts.properties), certificate);
  const list = readList(readVerified(parts.list), rules);
  const warnings = signerWarnings(certificate, list);
  if (rules.strictSignerName && warnings.includes('signer_name')) {
    throw new XmlListError('signer_name', "The signer's name is not the name of the list's operator");
  }
  const hash = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
  const signer = certificate.raw.toString('base64');
  return { list, signer, warnings, sha256: hash(bytes), content: hash(parts.list) };
}

function signerAmong(authorized: AuthorizedSigners, written: string): X509Certificate {
  const named = certificateOf(written);
  if (named === undefined) throw new XmlListError('signature_shape', 'The certificate in KeyInfo cannot be read');
  const trusted = authorized === 'itself' ? named : authorized.find((one) => one === named);
  if (trusted === undefined) {
    throw new XmlListError('signer_not_authorized', 'The list is signed by somebody who is not authorized for it');
  }
  return new X509Certificate(Buffer.from(trusted, 'base64'));
}
