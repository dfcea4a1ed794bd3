/** Encrypted responses (OpenID4VP 1.0, 8.3). */
import type { AgreementJwk } from '@countersign/shared/crypto/generate-key';
import { decryptJwe, type ParsedJwe, parseJwe } from '@countersign/shared/crypto/jwe';
import { JweError, type JweReason } from '@countersign/shared/crypto/jwe-error';
import { type PresentationReason, refusalWith } from '../session/presentation-error.ts';

const REASONS: Readonly<Record<JweReason, PresentationReason>> = {
  header: 'jwe_header',
  unknown_key: 'unknown_key',
  decrypt: 'decrypt',
  key: 'jwe_header',
};

/**
 * Parses the JWE of a response, before a key is derived.
 * @param text the parameter `response`
 * @throws PresentationError `jwe_header`, `unknown_key` if there is no `kid`
 */
export function parseEncryptedResponse(text: string): ParsedJwe {
  return refusing(() => parseJwe(text));
}

/**
 * Decrypts a response with the private key of its request.
 * @param options.kid of that key
 * @returns the plaintext
 * @throws PresentationError `unknown_key`, `jwe_header` for an ephemeral key off the curve, `decrypt`
 */
export function decryptResponse(options: {
  readonly jwe: ParsedJwe;
  readonly privateKey: Pick<AgreementJwk, 'd'>;
  readonly kid: string;
}): Buffer {
  return refusing(() => decryptJwe(options));
}

function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof JweError) throw refusalWith(REASONS[cause.reason], cause.facts, cause);
    throw cause;
  }
}
