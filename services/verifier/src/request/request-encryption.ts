/**
 * The key to which a wallet wants its request object encrypted (OpenID4VP 1.0, 5.10). Nothing from the wallet is
 * trusted: keys only by value, and unusable input is ignored. The request is signed in any case.
 */
import { encryptJwe, type RecipientKey, recipientKey } from '@countersign/shared/crypto/encrypt-jwe';
import { CONTENT_ENCRYPTIONS, type ContentEncryption } from '@countersign/shared/crypto/jwe-agreement';
import { JweError } from '@countersign/shared/crypto/jwe-error';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { Random } from '@countersign/shared/kernel/random';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';

export interface RequestEncryption {
  readonly recipient: RecipientKey;
  readonly enc: ContentEncryption;
}

/** `unusable`: the request is not encrypted, and the trace explains why. */
export type WantedEncryption =
  | { readonly kind: 'usable'; readonly encryption: RequestEncryption }
  | { readonly kind: 'unusable'; readonly facts: Facts };

/** Keys that are looked at. */
const MOST_KEYS = 20;

/** Names from RFC 9101. Some wallets use JARM's names. */
const ALGORITHMS = ['request_object_encryption_alg_values_supported', 'authorization_encryption_alg_values_supported'];
const ENCRYPTIONS = ['request_object_encryption_enc_values_supported', 'authorization_encryption_enc_values_supported'];

/**
 * @param metadata `wallet_metadata`; its `jwks_uri` is never fetched
 * @returns undefined for a wallet that sends no keys
 */
export function wantedEncryption(metadata: JsonObject): WantedEncryption | undefined {
  const jwks = own(metadata, 'jwks');
  if (jwks === undefined) return undefined;
  const algorithms = listIn(metadata, ALGORITHMS);
  if (algorithms !== undefined && !algorithms.includes('ECDH-ES')) {
    return { kind: 'unusable', facts: { parameter: ALGORITHMS[0] ?? '', expected: 'ECDH-ES' } };
  }
  const enc = encryptionIn(listIn(metadata, ENCRYPTIONS));
  if (enc === undefined) {
    return { kind: 'unusable', facts: { parameter: ENCRYPTIONS[0] ?? '', expectedAny: CONTENT_ENCRYPTIONS } };
  }
  const found = firstKey(isObject(jwks) ? own(jwks, 'keys') : undefined);
  return 'recipient' in found ? { kind: 'usable', encryption: { ...found, enc } } : { kind: 'unusable', facts: found };
}

/** The first of the wallet's encryptions that is supported; the usual one if there is no list. */
function encryptionIn(list: readonly Json[] | undefined): ContentEncryption | undefined {
  if (list === undefined) return CONTENT_ENCRYPTIONS[0];
  return list.flatMap((one) => CONTENT_ENCRYPTIONS.filter((built) => built === one))[0];
}

/** The first key that can be used, or why the first one cannot. */
function firstKey(keys: Json | undefined): { readonly recipient: RecipientKey } | Facts {
  let why: Facts | undefined;
  for (const jwk of Array.isArray(keys) ? (keys as readonly Json[]).slice(0, MOST_KEYS) : []) {
    try {
      return { recipient: recipientKey(jwk, { algorithm: 'optional' }) };
    } catch (error) {
      if (!(error instanceof JweError)) throw error;
      why ??= error.facts;
    }
  }
  return why ?? { parameter: 'jwks' };
}

function listIn(metadata: JsonObject, names: readonly string[]): readonly Json[] | undefined {
  const found = names.map((name) => own(metadata, name)).find((value) => Array.isArray(value));
  return found as readonly Json[] | undefined;
}

/** RFC 7519, 5.2: a nested JWT has this `cty`. */
export function encryptRequestObject(signed: string, { recipient, enc }: RequestEncryption, random: Random): string {
  return encryptJwe({ plaintext: signed, recipient, enc, cty: 'JWT', random });
}
