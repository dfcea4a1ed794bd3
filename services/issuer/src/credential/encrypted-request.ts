/** Encrypted credential and deferred credential requests (OpenID4VCI 1.0, 10). */
import { isUtf8 } from 'node:buffer';
import type { AgreementJwk } from '@countersign/shared/crypto/generate-key';
import { decryptJwe, type ParsedJwe, parseJwe } from '@countersign/shared/crypto/jwe';
import { JweError } from '@countersign/shared/crypto/jwe-error';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { parseStrictJson } from '@countersign/shared/crypto/strict-json';
import { WALLET_BODY_BYTES } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { invalidEncryption, reasonOfJwe } from './credential-encryption.ts';

/**
 * Parses a request body as a JWE; no key is derived.
 * @param compressed whether `zip: DEF` is accepted
 * @throws ProtocolError `invalid_encryption_parameters`
 */
export function parseEncryptedRequest(body: Json | undefined, compressed: boolean): ParsedJwe {
  return undisclosed(() => parseJwe(typeof body === 'string' ? body : '', { compressed }));
}

/**
 * Decrypts a request. Compressed content is inflated to at most the size of a plain request.
 * @param privateKey the key that `kid` identifies; undefined if it does not exist
 * @throws ProtocolError `invalid_encryption_parameters`; `invalid_credential_request` if the content isn't a JSON
 *   object
 */
export function decryptRequest(jwe: ParsedJwe, privateKey: Pick<AgreementJwk, 'd'> | undefined): JsonObject {
  const { kid } = jwe;
  const clear = undisclosed(() => {
    if (privateKey === undefined)
      throw new JweError('unknown_key', { facts: { parameter: 'kid', detail: 'not_published' } });
    return decryptJwe({ jwe, privateKey, kid, maxBytes: WALLET_BODY_BYTES });
  });
  const body = isUtf8(clear) ? jsonOf(clear.toString('utf8')) : undefined;
  if (body !== undefined) return body;
  throw new ProtocolError('invalid_credential_request', 'The encrypted request does not contain a JSON object', {
    reason: 'encryption_content',
  });
}

function jsonOf(text: string): JsonObject | undefined {
  try {
    const value = parseStrictJson(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JwtError) return undefined;
    throw error;
  }
}

/** One text for every fault: knowing which step failed would help to guess. */
function undisclosed<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof JweError)) throw cause;
    const text = 'The request is not encrypted to a key and by algorithms of the metadata';
    throw invalidEncryption(text, reasonOfJwe(cause), cause);
  }
}
