/** Requests of protocol `org-iso-mdoc` for the Digital Credentials API (ISO/IEC 18013-7, annex C). Pure; the caller signs. */
import type { PublicJwk, SigningKey } from '@countersign/shared/crypto/keys';
import type { CborKey, CborMap, CborValue } from '@countersign/shared/mdoc/cbor-value';
import { COSE_NUMBER } from '@countersign/shared/mdoc/cose-algorithms';
import { COSE_HEADER } from '@countersign/shared/mdoc/cose-header';
import { coseKeyOf } from '@countersign/shared/mdoc/cose-key';
import { signCoseSign1 } from '@countersign/shared/mdoc/cose-sign1';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { embedCbor, writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { writeX5chain } from '@countersign/shared/mdoc/x5chain';
import { isoMdocTranscript } from '../mdoc/session-transcript.ts';

/** The exchange protocol. */
export const ISO_MDOC = 'org-iso-mdoc';

/** First member of `encryptionInfo`, the response, and the handover. */
export const DCAPI = 'dcapi';

const FEWEST_NONCE_BYTES = 16;

/** What the request asks of one mdoc. */
export interface AskedMdoc {
  readonly docType: string;
  /** By namespace and element: whether the verifier intends to retain the value (ISO/IEC 18013-5, 8.3.2.1.2.1). */
  readonly nameSpaces: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
}

export interface IsoMdocRequestOptions {
  readonly asked: AskedMdoc;
  /** Text of `encryptionInfo`. */
  readonly encryptionInfo: string;
  /** Absent: no reader authentication, and the wallet shows only the page's origin. */
  readonly reader?: IsoMdocReader | undefined;
  /** Statements about the verifier, by label (ISO/IEC 18013-5, `requestInfo`). The signature covers them. */
  readonly requestInfo?: Readonly<Record<string, CborValue>>;
}

export interface IsoMdocReader {
  /** The page that asks. The signature is valid only there. */
  readonly origin: string;
  /** The request key. */
  readonly key: Pick<SigningKey, 'alg' | 'sign' | 'x5c'>;
}

/** The request's `data`. */
export interface IsoMdocRequest {
  readonly deviceRequest: string;
  readonly encryptionInfo: string;
}

/**
 * What the response is encrypted and bound to: ["dcapi", {nonce, recipientPublicKey}].
 * @param options.nonce at least 16 random bytes, used only for this request
 * @returns base64url; the transcript contains exactly this string
 * @throws RangeError for a shorter nonce
 */
export function encryptionInfo(options: { readonly nonce: Buffer; readonly recipientKey: PublicJwk }): string {
  const { nonce, recipientKey } = options;
  if (nonce.length < FEWEST_NONCE_BYTES) throw new RangeError(`A nonce of at least ${FEWEST_NONCE_BYTES} bytes`);
  const parameters = mapOf({ nonce, recipientPublicKey: coseKeyOf(recipientKey) });
  return writeCbor([DCAPI, parameters]).toString('base64url');
}

/**
 * The request. With reader authentication the wallet reads from the certificates who asks, and shows it.
 * @throws RangeError for a request without elements
 */
export async function isoMdocRequest(options: IsoMdocRequestOptions): Promise<IsoMdocRequest> {
  const { asked, encryptionInfo: info, reader, requestInfo } = options;
  const itemsRequest = embedCbor(writeCbor(itemsRequestOf(asked, requestInfo)));
  const readerAuth = reader === undefined ? undefined : await readerAuthentication(itemsRequest, info, reader);
  const docRequest = mapOf({ itemsRequest, ...(readerAuth === undefined ? {} : { readerAuth }) });
  const version = asksForProof(requestInfo) ? '1.1' : '1.0';
  const deviceRequest = mapOf({ version, docRequests: [docRequest] });
  return { deviceRequest: writeCbor(deviceRequest).toString('base64url'), encryptionInfo: info };
}

/** The second edition of ISO/IEC 18013-5 has them. */
function asksForProof(requestInfo: IsoMdocRequestOptions['requestInfo']): boolean {
  return requestInfo !== undefined && 'zkRequest' in requestInfo;
}

async function readerAuthentication(
  itemsRequest: CborValue,
  info: string,
  { origin, key }: IsoMdocReader,
): Promise<CborValue> {
  const transcript = readCbor(isoMdocTranscript({ encryptionInfo: info, origin }));
  // ISO/IEC 18013-5, 9.1.4: over the tagged bytes, which are not sent
  const authentication = embedCbor(writeCbor(['ReaderAuthentication', transcript, itemsRequest]));
  return signCoseSign1({
    protectedHeader: new Map([[COSE_HEADER.algorithm, COSE_NUMBER[key.alg]]]),
    unprotected: new Map([[COSE_HEADER.x5chain, writeX5chain(key.x5c)]]),
    payload: null,
    detached: writeCbor(authentication),
    sign: key.sign,
  });
}

/** ISO/IEC 18013-5, 8.3.2.1.2.1: neither the namespaces nor the elements of one may be empty. */
function itemsRequestOf(
  { docType, nameSpaces }: AskedMdoc,
  requestInfo: IsoMdocRequestOptions['requestInfo'],
): CborMap {
  const empty = [...nameSpaces.values()].some((elements) => elements.size === 0);
  if (nameSpaces.size === 0 || empty) throw new RangeError('A request must include at least one element per namespace');
  return mapOf({ docType, nameSpaces, ...(requestInfo === undefined ? {} : { requestInfo: mapOf(requestInfo) }) });
}

function mapOf(members: Readonly<Record<string, CborValue>>): CborMap {
  return new Map<CborKey, CborValue>(Object.entries(members));
}
