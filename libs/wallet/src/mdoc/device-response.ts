/**
 * The device's response: one document with the disclosed elements, signed by the device key (ISO/IEC 18013-5,
 * 8.3.2.1.2.2 and 9.1.3).
 */
import type { WalletKey } from '../jwt/keys.ts';
import { type Cbor, type CborMap, embedded, encodeCbor } from './cbor.ts';
import { sign1ToCbor, signSign1 } from './cose.ts';
import { type IssuerSigned, issuerSignedToCbor } from './issuer-signed.ts';

/** The parts of a device response, which a fault changes before the device signs. */
export interface DeviceResponseParts {
  readonly docType: string;
  readonly issuerSigned: IssuerSigned;
  /** Elements that the device signs itself, by namespace. */
  readonly deviceNameSpaces: CborMap;
  readonly transcript: Cbor;
  readonly sign: WalletKey;
}

/** What a test, or a fault, changes of a device response. */
export interface MdocChange {
  /** Elements that the device signs itself; default none. */
  readonly deviceNameSpaces?: CborMap;
  /** Before the device signs. */
  readonly parts?: (parts: DeviceResponseParts) => DeviceResponseParts;
  /** Afterwards. @param parts of the response */
  readonly response?: (response: CborMap, parts: DeviceResponseParts) => CborMap;
}

/** One document with status 0. */
export function deviceResponse(parts: DeviceResponseParts): CborMap {
  const { docType, issuerSigned, deviceNameSpaces, sign } = parts;
  const signature = signSign1(sign, { detached: deviceAuthentication(parts) });
  const deviceSigned = new Map<Cbor, Cbor>([
    ['nameSpaces', embedded(deviceNameSpaces)],
    ['deviceAuth', new Map([['deviceSignature', sign1ToCbor(signature)]])],
  ]);
  const document = new Map<Cbor, Cbor>([
    ['docType', docType],
    ['issuerSigned', issuerSignedToCbor(issuerSigned)],
    ['deviceSigned', deviceSigned],
  ]);
  return new Map<Cbor, Cbor>([
    ['version', '1.0'],
    ['documents', [document]],
    ['status', 0],
  ]);
}

/** DeviceAuthenticationBytes: what the device signs (ISO/IEC 18013-5, 9.1.3.4). */
export function deviceAuthentication({
  docType,
  deviceNameSpaces,
  transcript,
}: Pick<DeviceResponseParts, 'docType' | 'deviceNameSpaces' | 'transcript'>): Buffer {
  return encodeCbor(embedded(['DeviceAuthentication', transcript, docType, embedded(deviceNameSpaces)]));
}

/** As `vp_token` has it. */
export function deviceResponseText(response: CborMap): string {
  return encodeCbor(response).toString('base64url');
}
