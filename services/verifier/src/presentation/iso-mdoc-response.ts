/** Answers of protocol `org-iso-mdoc` (ISO/IEC 18013-7, annex C): opened, down to the DeviceResponse. Pure. */
import { decodeBase64url } from '@countersign/shared/crypto/base64url';
import type { AgreementJwk } from '@countersign/shared/crypto/generate-key';
import { isObject, type Json, own } from '@countersign/shared/kernel/json';
import { CborError } from '@countersign/shared/mdoc/cbor-error';
import { type CborMap, type CborValue, isCborMap } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { type HpkeMessage, openHpke } from '../crypto/hpke.ts';
import { HpkeError } from '../crypto/hpke-error.ts';
import { isoMdocTranscript } from '../mdoc/session-transcript.ts';
import { DCAPI } from '../query/iso-mdoc-request.ts';
import { PresentationError } from '../session/presentation-error.ts';

export interface OpenIsoMdocOptions {
  readonly message: HpkeMessage;
  /** This request's key, which `encryptionInfo` contains. */
  readonly privateKey: AgreementJwk;
  /** As sent. */
  readonly encryptionInfo: string;
  /** The request's origins. The response opens for only one of them. */
  readonly origins: readonly string[];
}

export interface OpenedIsoMdoc {
  /** base64url of the CBOR, as OpenID4VP has it in `vp_token`. */
  readonly deviceResponse: string;
  /** The encoded SessionTranscript: what the device signature must cover. */
  readonly sessionTranscript: Buffer;
}

/**
 * Reads the response's `data`, {response}: base64url of ["dcapi", {enc, cipherText}]. Other members are ignored.
 * @throws PresentationError `iso_mdoc_response`
 */
export function parseIsoMdocResponse(data: Json | undefined): HpkeMessage {
  const response = isObject(data) ? own(data, 'response') : undefined;
  if (typeof response !== 'string') throw refused('no_response');
  const bytes = decodeBase64url(response);
  if (bytes === undefined) throw refused('no_base64url');
  const message = decoded(bytes);
  if (!Array.isArray(message) || message.length !== 2 || message[0] !== DCAPI) throw refused('array');
  const parts = message[1] as CborValue;
  if (parts === undefined || !isCborMap(parts)) throw refused('map');
  return { enc: bytesOf(parts, 'enc'), ciphertext: bytesOf(parts, 'cipherText') };
}

/**
 * Decrypts the response. The key belongs to this request, and the transcript to its `encryptionInfo` and an origin. A
 * response to a different request, or from a page with a different origin, does not decrypt.
 * @throws PresentationError `iso_mdoc_response` for an encapsulated key that is not on the curve, `iso_mdoc_decrypt`
 */
export function openIsoMdocResponse(options: OpenIsoMdocOptions): OpenedIsoMdoc {
  const { message, privateKey, encryptionInfo, origins } = options;
  for (const origin of origins) {
    const sessionTranscript = isoMdocTranscript({ encryptionInfo, origin });
    const opened = openedWith({ ...message, privateKey, info: sessionTranscript });
    if (opened !== undefined) return { deviceResponse: opened.toString('base64url'), sessionTranscript };
  }
  throw new PresentationError('iso_mdoc_decrypt', { facts: { expectedAny: [...origins] } });
}

/** @returns undefined if the message is not for this context */
function openedWith(options: Parameters<typeof openHpke>[0]): Buffer | undefined {
  try {
    return openHpke(options);
  } catch (error) {
    if (!(error instanceof HpkeError)) throw error;
    if (error.reason === 'decrypt') return undefined;
    throw refused(error.reason, error);
  }
}

function decoded(bytes: Buffer): CborValue {
  try {
    return readCbor(bytes);
  } catch (error) {
    if (error instanceof CborError) throw refused(error.reason, error);
    throw error;
  }
}

function bytesOf(parts: CborMap, name: 'enc' | 'cipherText'): Buffer {
  const value = parts.get(name);
  if (!Buffer.isBuffer(value)) throw refused(name);
  return value;
}

function refused(detail: string, cause?: unknown): PresentationError {
  return new PresentationError('iso_mdoc_response', { cause, facts: { detail } });
}
