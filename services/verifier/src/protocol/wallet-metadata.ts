/** Parameters of a wallet that fetches the request object by POST (OpenID4VP 1.0, 5.10). */
import { parseStrictJson } from '@countersign/shared/crypto/strict-json';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { PresentationError } from './presentation-error.ts';

export interface WalletParameters {
  /** To be echoed in the request object. */
  readonly walletNonce?: string;
  /** `issuer` of the metadata: audience of the request object. */
  readonly walletIssuer?: string;
}

const MAX_METADATA_BYTES = 32_768;
const MAX_NONCE = 1024;
const MAX_ISSUER = 2048;

/**
 * Reads and checks the fields of the form. Unknown ones are ignored.
 * @throws PresentationError `wallet_metadata`, `wallet_nonce`, `wallet_formats`
 */
export function parseWalletParameters(form: Json | undefined): WalletParameters {
  if (form === undefined) return {};
  if (!isObject(form)) throw new PresentationError('wallet_metadata');
  const nonce = own(form, 'wallet_nonce');
  if (nonce !== undefined && (typeof nonce !== 'string' || nonce === '' || nonce.length > MAX_NONCE)) {
    throw new PresentationError('wallet_nonce');
  }
  const written = own(form, 'wallet_metadata');
  const issuer = written === undefined ? undefined : checkMetadata(parseMetadata(written));
  return {
    ...(nonce === undefined ? {} : { walletNonce: nonce }),
    ...(issuer === undefined ? {} : { walletIssuer: issuer }),
  };
}

function parseMetadata(written: Json): JsonObject {
  if (typeof written !== 'string' || Buffer.byteLength(written) > MAX_METADATA_BYTES) {
    throw new PresentationError('wallet_metadata');
  }
  let metadata: Json;
  try {
    metadata = parseStrictJson(written);
  } catch (cause) {
    throw new PresentationError('wallet_metadata', { cause });
  }
  if (!isObject(metadata)) throw new PresentationError('wallet_metadata');
  return metadata;
}

/** @returns the issuer */
function checkMetadata(metadata: JsonObject): string | undefined {
  // A wallet that does not support the request object gets an error (5.10.2).
  if (excludes(own(metadata, 'request_object_signing_alg_values_supported'), 'ES256')) {
    throw new PresentationError('wallet_metadata');
  }
  checkFormats(own(metadata, 'vp_formats_supported'));
  const issuer = own(metadata, 'issuer');
  if (issuer !== undefined && (typeof issuer !== 'string' || issuer === '' || issuer.length > MAX_ISSUER)) {
    throw new PresentationError('wallet_metadata');
  }
  return issuer;
}

/** B.3.4. Some wallets send `null` as the details of a format. */
function checkFormats(formats: Json | undefined): void {
  if (formats === undefined) return;
  if (!isObject(formats) || !Object.hasOwn(formats, 'dc+sd-jwt')) throw new PresentationError('wallet_formats');
  const details = own(formats, 'dc+sd-jwt');
  if (!isObject(details)) return;
  const algorithms = ['sd-jwt_alg_values', 'kb-jwt_alg_values'];
  if (algorithms.some((member) => excludes(own(details, member), 'ES256'))) {
    throw new PresentationError('wallet_formats');
  }
}

/** True for a list without the value. */
function excludes(list: Json | undefined, value: string): boolean {
  return Array.isArray(list) && !list.includes(value);
}
