/** Verifies the issuer's and the device's signature of a presented document (ISO/IEC 18013-5, 9.1.2 and 9.1.3). */

import type { KeyObject, X509Certificate } from 'node:crypto';
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import { hasPurpose, hasPurposes } from '@countersign/shared/crypto/certificate-extensions';
import { verifyCertificateChain } from '@countersign/shared/crypto/certificate-path';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { certificateFacts, isValidAt } from '@countersign/shared/crypto/x509';
import { CoseError } from '@countersign/shared/mdoc/cose-error';
import { fitsKey, verifyCoseSign1 } from '@countersign/shared/mdoc/cose-sign1';
import { AGE_DOCTYPE, MDL_DOCTYPE } from '@countersign/shared/mdoc/element-types';
import { embedCbor, writeCbor } from '@countersign/shared/mdoc/write-cbor';
import type { PresentedDocument } from './device-response.ts';
import { MdocError } from './mdoc-error.ts';
import { isAuthorized } from './mso.ts';
import { publicKeyOf } from './public-key.ts';
import { checkValidity, readValidity } from './validity-info.ts';

/** 1.0.18013.5.1.2, the purpose of a document signer (ISO/IEC 18013-5, B.1.4). */
const DOCUMENT_SIGNER = '28818c5d050102';

/** 1.3.130.2.0.0.1.2, the purpose of a signer of proofs of age (EU age verification profile, annex A). */
const AGE_SIGNER = '2b81020200000102';

export interface VerifyIssuerAuthOptions {
  /** CA certificates trusted to issue this doctype. A certificate that isn't a CA is trusted only for its own key. */
  readonly anchors: readonly X509Certificate[];
  /** Certificates of directly trusted signers: neither chain nor extensions are checked. */
  readonly pinned?: readonly X509Certificate[];
  /** Milliseconds. */
  readonly now: number;
  /** Seconds that the issuer's clock may be ahead. */
  readonly clockSkew?: number;
  readonly known?: KnownKeys | undefined;
}

/**
 * Verifies times, certificate path and signature of the issuer.
 * @returns the certificate of the signer
 * @throws MdocError `time`, `issuer_trust`, `issuer_header` for an algorithm of another curve, `issuer_signature`
 */
export function verifyIssuerAuth(document: PresentedDocument, options: VerifyIssuerAuthOptions): X509Certificate {
  const { pinned = [], now } = options;
  const validity = readValidity(document.mso.validityInfo);
  checkValidity(validity, now, options.clockSkew);
  const signer = pinnedSigner(document, pinned, now) ?? verifySigner(document, options);
  if (!isValidAt(signer, validity.signed)) {
    throw new MdocError('time', { claim: 'signed', detail: 'outside_of_certificate' });
  }
  const message = document.issuerAuth;
  if (!fitsKey(message, signer.publicKey)) {
    throw new MdocError('issuer_header', { parameter: 'issuerAuth', detail: 'curve' });
  }
  if (!verifyCoseSign1({ message, key: signer.publicKey })) {
    throw new MdocError('issuer_signature', certificateFacts(signer));
  }
  return signer;
}

/** The first certificate, if it is byte for byte one of these, and valid now. */
function pinnedSigner(
  { x5chain: [leaf] }: PresentedDocument,
  pinned: readonly X509Certificate[],
  now: number,
): X509Certificate | undefined {
  return pinned.find(
    (certificate) => leaf !== undefined && certificate.raw.equals(leaf) && isValidAt(certificate, now),
  );
}

/** Follows the certificates to an anchor. @throws MdocError `issuer_trust` */
export function verifySigner(
  { docType, x5chain }: Pick<PresentedDocument, 'docType' | 'x5chain'>,
  options: VerifyIssuerAuthOptions,
): X509Certificate {
  const signer = followed(x5chain, options);
  // Signers of other doctypes, such as the EU's PID, follow profiles without this purpose.
  if (docType === MDL_DOCTYPE && !hasPurpose(signer, DOCUMENT_SIGNER)) {
    throw new MdocError('issuer_trust', { detail: 'no_document_signer', ...certificateFacts(signer) });
  }
  if (docType === AGE_DOCTYPE && hasPurposes(signer) && !hasPurpose(signer, AGE_SIGNER)) {
    throw new MdocError('issuer_trust', { detail: 'no_age_signer', ...certificateFacts(signer) });
  }
  return signer;
}

function followed(chain: readonly Buffer[], { anchors, now, known }: VerifyIssuerAuthOptions): X509Certificate {
  try {
    return verifyCertificateChain(chain, anchors, now, 'mdoc', known);
  } catch (error) {
    if (error instanceof CertificateError) throw new MdocError('issuer_trust', error.facts, error);
    throw error;
  }
}

/**
 * Verifies that the device signed this document for this request, and that it states nothing that the issuer does not allow.
 * @param sessionTranscript encoded, built by the verifier from its own request
 * @throws MdocError `kb_missing`, `kb_signature`, `disclosure`
 */
export function verifyDeviceAuth(document: PresentedDocument, sessionTranscript: Buffer): void {
  const { deviceSigned, deviceSignature: message } = document;
  if (deviceSigned === undefined) throw new MdocError('kb_missing', { detail: 'device_signed' });
  // A MAC needs a key of the reader, which no request has.
  if (deviceSigned.auth.has('deviceMac')) throw new MdocError('kb_missing', { detail: 'mac' });
  if (message === undefined) throw new MdocError('kb_missing', { detail: 'device_signature' });
  const key = deviceKeyOf(document);
  const detached = deviceAuthentication(document.docType, deviceSigned.nameSpacesBytes, sessionTranscript);
  if (!verifyCoseSign1({ message, key, detached })) {
    throw refusedSignature(message.payload === null ? 'signature' : 'payload');
  }
  checkAuthorized(document);
}

function deviceKeyOf({ mso }: PresentedDocument): KeyObject {
  try {
    return publicKeyOf(mso.deviceKey);
  } catch (error) {
    if (error instanceof CoseError)
      throw new MdocError('kb_signature', { parameter: 'deviceKey', ...error.facts }, error);
    throw error;
  }
}

/**
 * DeviceAuthenticationBytes (ISO/IEC 18013-5, 9.1.3.4).
 * @param nameSpacesBytes as received
 */
export function deviceAuthentication(docType: string, nameSpacesBytes: Buffer, sessionTranscript: Buffer): Buffer {
  const arrayOfFour = Buffer.of(0x84);
  const parts = [
    arrayOfFour,
    writeCbor('DeviceAuthentication'),
    sessionTranscript,
    writeCbor(docType),
    nameSpacesBytes,
  ];
  return writeCbor(embedCbor(Buffer.concat(parts)));
}

/** Device-signed elements: only those the issuer allows, and none that the issuer also signed. */
function checkAuthorized({ deviceSigned, mso, nameSpaces }: PresentedDocument): void {
  for (const [nameSpace, elements] of deviceSigned?.nameSpaces ?? []) {
    for (const element of elements.keys()) {
      if (!isAuthorized(mso.keyAuthorizations, nameSpace, element)) throw refusedElement('not_authorized');
      if (nameSpaces.get(nameSpace)?.has(element) === true) throw refusedElement('issuer_signed_too');
    }
  }
}

function refusedElement(detail: string): MdocError {
  return new MdocError('disclosure', { detail });
}

function refusedSignature(detail: string): MdocError {
  return new MdocError('kb_signature', { parameter: 'deviceSignature', detail });
}
