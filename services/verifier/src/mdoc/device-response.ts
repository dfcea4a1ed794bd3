/** A wallet's response with an mdoc: DeviceResponse (ISO/IEC 18013-5, 8.3.2.1.2.2; OpenID4VP 1.0, B.2). */
import { sha256 } from '@countersign/shared/crypto/sha256';
import { receivedFact } from '@countersign/shared/kernel/reasons/received';
import { type CborKey, type CborMap, type CborValue, isCborMap } from '@countersign/shared/mdoc/cbor-value';
import { CoseError } from '@countersign/shared/mdoc/cose-error';
import { COSE_HEADER } from '@countersign/shared/mdoc/cose-header';
import { type CoseSign1, readCoseSign1 } from '@countersign/shared/mdoc/cose-sign1';
import { readX5chain } from '@countersign/shared/mdoc/x5chain';
import { type DeviceSigned, readDeviceSigned } from './device-signed.ts';
import { readDocumentCbor } from './embedded-cbor.ts';
import { type NameSpaces, readIssuerSignedItems } from './issuer-signed-items.ts';
import { MdocError } from './mdoc-error.ts';
import { type MobileSecurityObject, readMobileSecurityObject } from './mso.ts';

const VERSION = '1.0';
const STATUS_OK = 0;
/** All members: otherwise misnamed elements would seem not disclosed. */
const ISSUER_SIGNED: ReadonlySet<CborKey> = new Set(['nameSpaces', 'issuerAuth']);

/** The document of a response. The digests of its elements are compared; its signatures are not verified. */
export interface PresentedDocument {
  readonly docType: string;
  readonly mso: MobileSecurityObject;
  /** Elements of the issuer by identifier, by namespace, as received. */
  readonly nameSpaces: NameSpaces;
  readonly issuerAuth: CoseSign1;
  /** DER of the issuer's certificates, leaf first. Empty if the unprotected header has no usable certificates. */
  readonly x5chain: readonly Buffer[];
  /** Undefined if the response isn't signed by the device. */
  readonly deviceSigned: DeviceSigned | undefined;
  /** Undefined if absent; `verifyDeviceAuth` refuses that. */
  readonly deviceSignature: CoseSign1 | undefined;
}

/**
 * Reads a response with exactly one document: its form, the headers of both signatures, the MSO, and the digests of all elements.
 * Digests are computed over the bytes as received. `verifyIssuerAuth` and `verifyDeviceAuth` check the rest.
 * @throws MdocError `presentation_format`, `type` if document and MSO differ, `issuer_header`, `disclosure`
 */
export function readDeviceResponse(bytes: Buffer): PresentedDocument {
  const document = onlyDocument(readDocumentCbor(bytes));
  const docType = document.get('docType');
  const issuerSigned = document.get('issuerSigned');
  if (typeof docType !== 'string') throw malformed('docType');
  if (!isIssuerSigned(issuerSigned)) throw malformed('issuerSigned');
  const deviceSigned = readDeviceSigned(document.get('deviceSigned'));
  const issuerAuth = readSignature('issuerAuth', issuerSigned.get('issuerAuth'));
  const deviceSignature = deviceSigned?.auth.get('deviceSignature');
  const x5chain = readX5chain(issuerAuth.unprotected.get(COSE_HEADER.x5chain)) ?? [];
  checkThumbprint(issuerAuth.protectedHeader.get(COSE_HEADER.x5t), x5chain[0]);
  const mso = readMobileSecurityObject(issuerAuth.payload, docType);
  return {
    docType,
    mso,
    issuerAuth,
    x5chain,
    deviceSigned,
    deviceSignature: deviceSignature === undefined ? undefined : readSignature('deviceSignature', deviceSignature),
    nameSpaces: readIssuerSignedItems(issuerSigned.get('nameSpaces'), mso),
  };
}

/** SHA-256 (RFC 9054, 2.1). */
const SHA_256 = -16;

/** RFC 9360, 2: `x5t` identifies the certificate in the header. Only SHA-256 hashes are compared. `x5u` is not read. */
function checkThumbprint(named: CborValue, leaf: Buffer | undefined): void {
  if (named === undefined) return;
  const [algorithm, digest] = Array.isArray(named) ? (named as readonly CborValue[]) : [];
  if (algorithm !== undefined && algorithm !== SHA_256) return;
  if (leaf !== undefined && Buffer.isBuffer(digest) && digest.equals(sha256(leaf))) return;
  throw new MdocError('issuer_header', { parameter: 'x5t', detail: 'other_certificate' });
}

function isIssuerSigned(value: CborValue): value is CborMap {
  return value !== undefined && isCborMap(value) && [...value.keys()].every((name) => ISSUER_SIGNED.has(name));
}

function onlyDocument(response: CborValue): CborMap {
  if (response === undefined || !isCborMap(response)) throw malformed('response');
  const [version, status] = [response.get('version'), response.get('status')];
  if (version !== VERSION) throw malformed('version', { expected: VERSION, ...receivedFact(version) });
  if (status !== STATUS_OK) throw malformed('status', { expected: STATUS_OK, ...receivedFact(status) });
  if (response.has('documentErrors')) throw malformed('documentErrors');
  const documents = response.get('documents');
  const count = Array.isArray(documents) ? documents.length : 0;
  // HAIP 1.0, 5.3.1
  if (count !== 1) throw malformed('documents', { expected: 1, received: count });
  const [document] = documents as readonly CborValue[];
  if (document === undefined || !isCborMap(document)) throw malformed('documents');
  return document;
}

function readSignature(parameter: string, value: CborValue): CoseSign1 {
  try {
    return readCoseSign1(value);
  } catch (error) {
    if (error instanceof CoseError) {
      throw new MdocError('issuer_header', { parameter, detail: error.reason, ...error.facts }, error);
    }
    throw error;
  }
}

function malformed(detail: string, facts = {}): MdocError {
  return new MdocError('presentation_format', { detail, ...facts });
}
