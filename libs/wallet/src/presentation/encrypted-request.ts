/** Request objects that the wallet wants encrypted to its own key (OpenID4VP 1.0, 5.10), with jose. */
import { compactDecrypt } from 'jose';
import { newWalletKey, type WalletKey } from '../jwt/keys.ts';
import { WalletRefuses } from '../sending/failures.ts';

/** The key is created for one request. */
export interface AskedRequest {
  readonly key: WalletKey;
  /** Members of `wallet_metadata`. */
  readonly metadata: object;
}

const ENCRYPTIONS = ['A256GCM', 'A128GCM'];

export function askEncryptedRequest(): AskedRequest {
  const key = newWalletKey();
  return {
    key,
    metadata: {
      jwks: { keys: [{ ...key.publicJwk, use: 'enc', alg: 'ECDH-ES', kid: key.thumbprint }] },
      request_object_encryption_alg_values_supported: ['ECDH-ES'],
      request_object_encryption_enc_values_supported: ENCRYPTIONS,
    },
  };
}

/**
 * The signed request object.
 * @param how whether an unencrypted request is accepted
 * @throws WalletRefuses if it isn't, and for an encryption other than the requested one
 */
export async function openRequestObject(text: string, { key }: AskedRequest, how: 'asked' | 'demanded') {
  if (text.split('.').length !== 5) {
    if (how === 'asked') return text;
    throw new WalletRefuses(
      'The request object is not encrypted',
      "check the server's REQUEST_ENCRYPTION, and that the wallet's key is on P-256",
    );
  }
  const { plaintext, protectedHeader } = await compactDecrypt(text, key.privateKey, {
    keyManagementAlgorithms: ['ECDH-ES'],
    contentEncryptionAlgorithms: ENCRYPTIONS,
  });
  // RFC 7519, 5.2: a nested JWT has this `cty`
  if (protectedHeader.cty !== 'JWT')
    throw new WalletRefuses('The encrypted request object does not declare that it is a JWT');
  if (protectedHeader.kid !== key.thumbprint) throw new WalletRefuses('The request is encrypted to another key');
  return new TextDecoder().decode(plaintext);
}
