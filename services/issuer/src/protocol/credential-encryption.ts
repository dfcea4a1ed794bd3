/** The algorithms of encrypted credential requests and answers (OpenID4VCI 1.0, 10), and the metadata that offers them. */
import { CONTENT_ENCRYPTIONS } from '@countersign/shared/crypto/jwe-agreement';
import type { PublishedEncryptionKey } from '@countersign/shared/crypto/keys';
import type { Encryption } from '@countersign/shared/flow-config/tenant-profile';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';

export const COMPRESSION = 'DEF';

export interface OfferedEncryption {
  /** The first is the present one. */
  readonly keys: readonly PublishedEncryptionKey[];
  readonly required: Encryption;
  /** Whether requests may be compressed. */
  readonly compressedRequests: boolean;
}

/**
 * Members of the issuer metadata (12.2.4). Both, always: some wallets refuse metadata with one of them alone.
 */
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

/** Every fault of the encryption of a message (8.3.1.2). */
export function invalidEncryption(description: string, cause?: unknown): ProtocolError {
  return new ProtocolError('invalid_encryption_parameters', description, cause === undefined ? {} : { cause });
}
