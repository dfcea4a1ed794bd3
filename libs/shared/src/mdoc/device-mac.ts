/**
 * A document that is authenticated with a MAC (ISO/IEC 18013-5, 9.1.3.5): in proximity, where the reader has a key of its own.
 * Requests over the internet have none, and `verifyDeviceAuth` refuses a MAC.
 */
import { diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';
import { sha256 } from '../crypto/sha256.ts';
import { publicKeyOf } from './cose-key.ts';
import { readCoseMac0, verifyCoseMac0 } from './cose-mac0.ts';
import type { PresentedDocument } from './device-response.ts';
import { deviceAuthentication } from './verify-document.ts';
import { embedCbor, writeCbor } from './write-cbor.ts';

const KEY_BYTES = 32;

/** What a reader knows of its session. */
export interface ReaderSession {
  /** Its private key, on the curve of the device key. */
  readonly readerKey: KeyObject;
  /** Encoded. */
  readonly sessionTranscript: Buffer;
}

/**
 * Whether `deviceMac` of the document authenticates it for this session; false too where there is none.
 * @throws CoseError for a MAC or a device key that can not be read
 */
export function verifyDeviceMac(document: PresentedDocument, session: ReaderSession): boolean {
  const { docType, mso, deviceSigned } = document;
  const mac = deviceSigned?.auth.get('deviceMac');
  if (deviceSigned === undefined || mac === undefined) return false;
  return verifyCoseMac0({
    message: readCoseMac0(mac),
    key: macKey(publicKeyOf(mso.deviceKey), session),
    detached: deviceAuthentication(docType, deviceSigned.nameSpacesBytes, session.sessionTranscript),
  });
}

/** EMacKey: HKDF (RFC 5869) over the agreed secret, with the hash of SessionTranscriptBytes as its salt. */
function macKey(deviceKey: KeyObject, { readerKey, sessionTranscript }: ReaderSession): Buffer {
  const secret = diffieHellman({ privateKey: readerKey, publicKey: deviceKey });
  const salt = sha256(writeCbor(embedCbor(sessionTranscript)));
  return Buffer.from(hkdfSync('sha256', secret, salt, 'EMacKey', KEY_BYTES));
}
