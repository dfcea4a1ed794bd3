/**
 * The algorithms of encrypted credential requests and responses (OpenID4VCI 1.0, 10), and the metadata that offers
 * them.
 */
import { CONTENT_ENCRYPTIONS } from '@countersign/shared/crypto/jwe-agreement';
import type { JweError, JweReason } from '@countersign/shared/crypto/jwe-error';
import type { PublishedEncryptionKey } from '@countersign/shared/crypto/keys';
import type { Encryption } from '@countersign/shared/flow-config/tenant-profile';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type Reason, type Reasoned, reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { credentialReasons } from './credential-reasons.ts';

export const COMPRESSION = 'DEF';

export interface OfferedEncryption {
  /** The first is the current one. */
  readonly keys: readonly PublishedEncryptionKey[];
  readonly required: Encryption;
  /** Whether requests may be compressed. */
  readonly compressedRequests: boolean;
}

/** Members of the issuer metadata (12.2.4). Always both: some wallets reject metadata with only one of them. */
export function encryptionMetadata({ keys, required, compressedRequests }: OfferedEncryption): JsonObject {
  const common = { enc_values_supported: [...CONTENT_ENCRYPTIONS], encryption_required: required === 'required' };
  const zip = { zip_values_supported: [COMPRESSION] };
  return {
    credential_request_encryption: {
      jwks: { keys: keys.map((key) => ({ ...key })) },
      ...common,
      ...(compressedRequests ? zip : {}),
    },
    credential_response_encryption: { alg_values_supported: ['ECDH-ES'], ...common, ...zip },
  };
}

/** Any encryption fault in a message (8.3.1.2). */
export function invalidEncryption(description: string, why: Reasoned, cause?: unknown): ProtocolError {
  const options = cause === undefined ? why : { ...why, cause };
  return new ProtocolError('invalid_encryption_parameters', description, options);
}

const REASONS = {
  header: 'encryption_parameters',
  unknown_key: 'encryption_key_unknown',
  decrypt: 'encryption_decrypt',
  key: 'encryption_parameters',
} as const satisfies Readonly<Record<JweReason, Reason>>;

/** The reason and the facts of a refused JWE, or of a key to encrypt to. */
export function reasonOfJwe({ reason, facts }: JweError): Reasoned {
  return reasoned(credentialReasons, REASONS[reason], facts);
}
