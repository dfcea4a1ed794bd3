/** Parameters of a wallet that fetches the request object by POST (OpenID4VP 1.0, 5.10). */
import { parseStrictJson } from '@countersign/shared/crypto/strict-json';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { receivedFact } from '@countersign/shared/kernel/reasons/received';
import { PresentationError } from './presentation-error.ts';

export interface WalletParameters {
  /** To be echoed in the request object. */
  readonly walletNonce?: string;
  /** `issuer` of the metadata: audience of the request object. */
  readonly walletIssuer?: string;
}

const FORMAT = 'dc+sd-jwt';
const MAX_METADATA_BYTES = 32_768;
const MAX_NONCE = 1024;
const MAX_ISSUER = 2048;

/**
 * Reads and checks the fields of the form. Unknown ones are ignored.
 * @throws PresentationError `wallet_metadata`, `wallet_nonce`, `wallet_formats`
 */
export function parseWalletParameters(form: Json | undefined): WalletParameters {
  if (form === undefined) return {};
  if (!isObject(form)) throw refusedMetadata('form');
  const nonce = own(form, 'wallet_nonce');
  if (nonce !== undefined && (typeof nonce !== 'string' || nonce === '' || nonce.length > MAX_NONCE)) {
    const bytes = typeof nonce === 'string' ? { bytes: Buffer.byteLength(nonce) } : {};
    throw new PresentationError('wallet_nonce', { facts: { ...bytes, mostBytes: MAX_NONCE } });
  }
  const written = own(form, 'wallet_metadata');
  const issuer = written === undefined ? undefined : checkMetadata(parseMetadata(written));
  return {
    ...(nonce === undefined ? {} : { walletNonce: nonce }),
    ...(issuer === undefined ? {} : { walletIssuer: issuer }),
  };
}

function parseMetadata(written: Json): JsonObject {
  if (typeof written !== 'string') throw refusedMetadata('not_text');
  const bytes = Buffer.byteLength(written);
  if (bytes > MAX_METADATA_BYTES) {
    const facts = { parameter: 'wallet_metadata', detail: 'too_large', bytes, mostBytes: MAX_METADATA_BYTES };
    throw new PresentationError('wallet_metadata', { facts });
  }
  let metadata: Json;
  try {
    metadata = parseStrictJson(written);
  } catch (cause) {
    throw new PresentationError('wallet_metadata', {
      cause,
      facts: { parameter: 'wallet_metadata', detail: 'not_json' },
    });
  }
  if (!isObject(metadata)) throw refusedMetadata('not_an_object');
  return metadata;
}

function refusedMetadata(detail: string): PresentationError {
  return new PresentationError('wallet_metadata', { facts: { parameter: 'wallet_metadata', detail } });
}

/** @returns the issuer */
function checkMetadata(metadata: JsonObject): string | undefined {
  // A wallet that does not support the request object gets an error (5.10.2).
  const parameter = 'request_object_signing_alg_values_supported';
  if (excludes(own(metadata, parameter), 'ES256')) {
    throw new PresentationError('wallet_metadata', { facts: { parameter, expected: 'ES256' } });
  }
  checkFormats(own(metadata, 'vp_formats_supported'));
  const issuer = own(metadata, 'issuer');
  if (issuer !== undefined && (typeof issuer !== 'string' || issuer === '' || issuer.length > MAX_ISSUER)) {
    throw new PresentationError('wallet_metadata', { facts: { parameter: 'issuer' } });
  }
  return issuer;
}

/** B.3.4. Some wallets send `null` as the details of a format. */
function checkFormats(formats: Json | undefined): void {
  if (formats === undefined) return;
  if (!isObject(formats) || !Object.hasOwn(formats, FORMAT)) {
    const received = isObject(formats) ? { received: Object.keys(formats) } : {};
    throw new PresentationError('wallet_formats', { facts: { expected: FORMAT, ...received } });
  }
  const details = own(formats, FORMAT);
  if (!isObject(details)) return;
  const algorithms = ['sd-jwt_alg_values', 'kb-jwt_alg_values'];
  const parameter = algorithms.find((member) => excludes(own(details, member), 'ES256'));
  if (parameter === undefined) return;
  const facts = { parameter, expected: 'ES256', ...receivedFact(own(details, parameter)) };
  throw new PresentationError('wallet_formats', { facts });
}

/** True for a list without the value. */
function excludes(list: Json | undefined, value: string): boolean {
  return Array.isArray(list) && !list.includes(value);
}
