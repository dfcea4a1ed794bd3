/** The key that signs the credentials of one request that are JWTs. */
import type { SigningKey } from '@countersign/shared/crypto/keys';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { wrongAlgorithm } from '@countersign/shared/keys/key-set-errors';
import { signerNote } from '@countersign/shared/keys/signer-note';
import type { Platform } from '@countersign/shared/runtime/service';
import type { SdJwtConfiguration } from '../configuration/sd-jwt-configuration.ts';
import type { CredentialsToSign } from './signable-credentials.ts';

export interface SignedBy<C> extends Pick<CredentialsToSign, 'tenant' | 'notes'> {
  readonly configuration: C;
}

/**
 * Notes which certificate signs. The key stays published until the last credential ends.
 * @throws ProtocolError if the key has another algorithm than the metadata
 */
export async function jwtSigner(
  { keys }: Pick<Platform, 'keys'>,
  { tenant, configuration, notes }: SignedBy<Pick<SdJwtConfiguration, 'keySet' | 'algorithm'>>,
  payloads: readonly JsonObject[],
): Promise<SigningKey> {
  const { keySet, algorithm = 'ES256' } = configuration;
  const key = await keys.signer(tenant, 'credential', keySet);
  if (key.alg !== algorithm) throw wrongAlgorithm(algorithm, key.alg);
  if (key.anchor === undefined) notes?.push(signerNote('credential_signed', key, keySet));
  const ends = payloads.map(({ exp }) => (typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY));
  await keys.signedUntil(tenant, key, Math.max(...ends));
  return key;
}
