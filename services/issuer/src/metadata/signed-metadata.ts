/** Signed issuer metadata (OpenID4VCI 1.0, 12.2.3): who receives it, and its content. */
import { signJwtWith } from '@countersign/shared/crypto/jwt';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { mediaRanges } from '@countersign/shared/http/accept';
import { seconds } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';

export const SIGNED_METADATA_TYPE = 'application/jwt';

/** Seconds for which signed metadata is valid. */
const LIFETIME = 86_400;

/**
 * Whether a wallet receives the signed form: it must list that form, with a quality not below JSON's. A wallet that
 * accepts anything receives JSON.
 * @param accept the header
 */
export function prefersSignedMetadata(accept: string | undefined): boolean {
  const quality = new Map(mediaRanges(accept).map((range) => [range.type, range.quality]));
  const signed = quality.get(SIGNED_METADATA_TYPE) ?? 0;
  const json = quality.get('application/json') ?? quality.get('application/*') ?? quality.get('*/*') ?? 0;
  return signed > 0 && signed >= json;
}

/**
 * @param metadata the members of the unsigned document
 * @param now milliseconds
 */
export function signedMetadata(
  metadata: JsonObject,
  { issuer, key, now }: { readonly issuer: string; readonly key: SigningKey; readonly now: number },
): Promise<string> {
  const iat = seconds(now);
  return signJwtWith(key, {
    header: { typ: 'openidvci-issuer-metadata+jwt', x5c: key.x5c },
    // `iss` is optional there; EUDI wallets demand it.
    payload: { ...metadata, iss: issuer, sub: issuer, iat, exp: iat + LIFETIME },
  });
}
