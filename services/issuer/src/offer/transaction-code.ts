/** The transaction code of a pre-authorized offer (OpenID4VCI 1.0, 4.1.1 and 13.6.3). */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { OfferRequest } from '@countersign/shared/messages/offer-request';

export interface TransactionCode {
  /** The code that the user receives through another channel. */
  readonly code: string;
  /** The offer's `tx_code` object. */
  readonly offer: JsonObject;
}

const DIGITS = '0123456789';
/** Without characters that are easily confused. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Creates an offer's transaction code: `true` for six digits, an object for another form, a string for a code that the
 * backend chose.
 * @param random returns that many random bytes
 */
export function transactionCode(
  requested: NonNullable<OfferRequest['tx_code']>,
  random: (bytes: number) => Buffer,
): TransactionCode {
  if (requested === true) return generated({ length: 6, mode: 'numeric' }, random);
  if (typeof requested === 'string') {
    const input_mode = /^\d+$/.test(requested) ? 'numeric' : 'text';
    return { code: requested, offer: { input_mode, length: requested.length } };
  }
  const { length = 6, input_mode = 'numeric', description } = requested;
  return generated({ length, mode: input_mode, description }, random);
}

/** Keyed hash of a code, base64url: without a key, six digits could be found by exhaustive search. */
export function transactionCodeHash(key: Buffer, handle: string, code: string): string {
  return hmacSha256(key, `${handle}:${code}`).toString('base64url');
}

interface CodeForm {
  readonly length: number;
  readonly mode: 'numeric' | 'text';
  readonly description?: string | undefined;
}

function generated({ length, mode, description }: CodeForm, random: (bytes: number) => Buffer): TransactionCode {
  const alphabet = mode === 'numeric' ? DIGITS : LETTERS;
  return {
    code: characters(length, alphabet, random),
    offer: { input_mode: mode, length, ...(description === undefined ? {} : { description }) },
  };
}

/** Unbiased: bytes past the last whole multiple of the alphabet are discarded. */
function characters(length: number, alphabet: string, random: (bytes: number) => Buffer): string {
  const limit = 256 - (256 % alphabet.length);
  let code = '';
  while (code.length < length) {
    for (const byte of random(2 * length)) {
      if (byte < limit && code.length < length) code += alphabet[byte % alphabet.length];
    }
  }
  return code;
}
