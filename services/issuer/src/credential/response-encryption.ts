/** The key that a wallet wants its response encrypted to (OpenID4VCI 1.0, 8.2, 9.1 and 10). */

import { type RecipientKey, recipientKey } from '@countersign/shared/crypto/encrypt-jwe';
import { CONTENT_ENCRYPTIONS, type ContentEncryption } from '@countersign/shared/crypto/jwe-agreement';
import { JweError } from '@countersign/shared/crypto/jwe-error';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { FactsOf, Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { receivedFact } from '@countersign/shared/kernel/reasons/received';
import { COMPRESSION, invalidEncryption, reasonOfJwe } from './credential-encryption.ts';

const MEMBER = 'credential_response_encryption';

export interface ResponseEncryption {
  readonly recipient: RecipientKey;
  readonly enc: ContentEncryption;
  readonly compress: boolean;
}

export interface ResponseEncryptionRules {
  /** The request was encrypted. */
  readonly encrypted: boolean;
  readonly required: boolean;
  /** A plain request may have the member too, in the form of drafts up to 15 or of 1.0. */
  readonly draft: boolean;
}

/**
 * Reads a request's `credential_response_encryption`.
 * @returns undefined if the response is plain
 * @throws ProtocolError `invalid_encryption_parameters`
 */
export function parseResponseEncryption(
  body: JsonObject,
  { encrypted, required, draft }: ResponseEncryptionRules,
): ResponseEncryption | undefined {
  const asked = own(body, 'credential_response_encryption');
  if (asked === undefined) {
    if (required) {
      const facts = { parameter: MEMBER };
      throw invalidEncryption('credential_response_encryption is needed', { reason: 'encryption_required', facts });
    }
    return undefined;
  }
  // 8.2: otherwise the key could be replaced on the way.
  if (!encrypted && !draft) {
    const text = 'credential_response_encryption is only accepted in an encrypted request';
    throw invalidEncryption(text, refused(MEMBER, { detail: 'plain_request' }));
  }
  if (!isObject(asked)) {
    throw invalidEncryption(
      'credential_response_encryption must be an object',
      refused(MEMBER, { detail: 'no_object' }),
    );
  }
  return {
    recipient: recipientOf(encrypted ? own(asked, 'jwk') : draftKey(asked)),
    enc: encryptionOf(own(asked, 'enc')),
    // A value that is not offered is ignored.
    compress: own(asked, 'zip') === COMPRESSION,
  };
}

/** Drafts have `alg` next to the key. */
function draftKey(asked: JsonObject): Json | undefined {
  const jwk = own(asked, 'jwk');
  const alg = own(asked, 'alg');
  return isObject(jwk) && own(jwk, 'alg') === undefined && alg !== undefined ? { ...jwk, alg } : jwk;
}

function recipientOf(jwk: Json | undefined): RecipientKey {
  try {
    return recipientKey(jwk);
  } catch (cause) {
    if (!(cause instanceof JweError)) throw cause;
    throw invalidEncryption('jwk must be a public P-256 key whose alg is ECDH-ES', reasonOfJwe(cause), cause);
  }
}

function encryptionOf(value: Json | undefined): ContentEncryption {
  const found = CONTENT_ENCRYPTIONS.find((one) => one === value);
  if (found !== undefined) return found;
  const facts = { expectedAny: CONTENT_ENCRYPTIONS, ...receivedFact(value) };
  throw invalidEncryption(`enc must be one of ${CONTENT_ENCRYPTIONS.join(', ')}`, refused('enc', facts));
}

function refused(parameter: string, facts: FactsOf<'encryption_parameters'>): Reasoned {
  return { reason: 'encryption_parameters', facts: { parameter, ...facts } };
}
