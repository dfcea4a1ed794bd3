/** Parameters of a wallet that fetches the request object by POST (OpenID4VP 1.0, 5.10). */
import type { SigningAlgorithm } from '@countersign/shared/crypto/keys';
import { parseStrictJson } from '@countersign/shared/crypto/strict-json';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { FactValue } from '@countersign/shared/kernel/reasons/facts';
import { receivedFact } from '@countersign/shared/kernel/reasons/received';
import type { CredentialFormat } from '../query/dcql-credential.ts';
import { FORMAT_ALGORITHMS } from '../query/requested-formats.ts';
import { PresentationError } from '../session/presentation-error.ts';
import { type WantedEncryption, wantedEncryption } from './request-encryption.ts';

export interface WalletParameters {
  /** To be echoed in the request object. */
  readonly walletNonce?: string;
  /** The metadata's `issuer`: audience of the request object. */
  readonly walletIssuer?: string;
  /** The metadata's `request_object_signing_alg_values_supported`. */
  readonly signatures?: Json;
  /** Whether the wallet wants the request object encrypted, and how. */
  readonly encryption?: WantedEncryption;
}

const SIGNATURES = 'request_object_signing_alg_values_supported';
const MAX_METADATA_BYTES = 32_768;
const MAX_NONCE = 1024;
const MAX_ISSUER = 2048;

/**
 * Reads and checks the fields of the form. Unknown ones are ignored.
 * @param formats of the query, of which the wallet must support one
 * @throws PresentationError `wallet_metadata`, `wallet_nonce`, `wallet_formats`
 */
export function parseWalletParameters(form: Json | undefined, formats: readonly CredentialFormat[]): WalletParameters {
  if (form === undefined) return {};
  if (!isObject(form)) throw refusedMetadata('form');
  const nonce = own(form, 'wallet_nonce');
  if (nonce !== undefined && (typeof nonce !== 'string' || nonce === '' || nonce.length > MAX_NONCE)) {
    const bytes = typeof nonce === 'string' ? { bytes: Buffer.byteLength(nonce) } : {};
    throw new PresentationError('wallet_nonce', { facts: { ...bytes, mostBytes: MAX_NONCE } });
  }
  const written = own(form, 'wallet_metadata');
  const metadata = written === undefined ? undefined : parseMetadata(written);
  const issuer = metadata && checkMetadata(metadata, formats);
  const encryption = metadata && wantedEncryption(metadata);
  const signatures = metadata && own(metadata, SIGNATURES);
  return {
    ...(signatures === undefined ? {} : { signatures }),
    ...(encryption === undefined ? {} : { encryption }),
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

/** A wallet that does not support the request object gets an error (5.10.2). @throws PresentationError `wallet_metadata` */
export function checkSignature({ signatures }: WalletParameters, alg: SigningAlgorithm): void {
  if (excludes(signatures, alg)) {
    throw new PresentationError('wallet_metadata', { facts: { parameter: SIGNATURES, expected: alg } });
  }
}

/** @returns the issuer */
function checkMetadata(metadata: JsonObject, formats: readonly CredentialFormat[]): string | undefined {
  checkFormats(own(metadata, 'vp_formats_supported'), formats);
  const issuer = own(metadata, 'issuer');
  if (issuer !== undefined && (typeof issuer !== 'string' || issuer === '' || issuer.length > MAX_ISSUER)) {
    throw new PresentationError('wallet_metadata', { facts: { parameter: 'issuer' } });
  }
  return issuer;
}

/** B.2.2 and B.3.4: one format of the query is enough, which credential sets may leave to the wallet. */
function checkFormats(supported: Json | undefined, formats: readonly CredentialFormat[]): void {
  if (supported === undefined) return;
  const named = isObject(supported) ? formats.filter((format) => Object.hasOwn(supported, format)) : [];
  if (!isObject(supported) || named.length === 0) {
    const received = isObject(supported) ? { received: Object.keys(supported) } : {};
    throw new PresentationError('wallet_formats', { facts: { expected: oneOrAll(formats), ...received } });
  }
  const excluded = named.map((format) => excludedAlgorithm(own(supported, format), format));
  const [first] = excluded;
  if (first === undefined || excluded.includes(undefined)) return;
  const facts = { parameter: first.parameter, expected: oneOrAll(first.expected), ...receivedFact(first.received) };
  throw new PresentationError('wallet_formats', { facts });
}

interface ExcludedAlgorithm {
  readonly parameter: string;
  readonly expected: readonly string[];
  readonly received: Json | undefined;
}

/** The member that lists no accepted algorithm. Some wallets send `null` as the details of a format. */
function excludedAlgorithm(details: Json | undefined, format: CredentialFormat): ExcludedAlgorithm | undefined {
  if (!isObject(details)) return undefined;
  for (const [parameter, accepted] of Object.entries(FORMAT_ALGORITHMS[format])) {
    const received = own(details, parameter);
    const isExcluded = Array.isArray(received) && !accepted.some((one: Json) => received.includes(one));
    if (isExcluded) return { parameter, expected: accepted.map(String), received };
  }
  return undefined;
}

function oneOrAll(values: readonly string[]): FactValue {
  const [first, ...others] = values;
  return first === undefined || others.length > 0 ? values : first;
}

/** True for a list without the value. */
function excludes(list: Json | undefined, value: string): boolean {
  return Array.isArray(list) && !list.includes(value);
}
