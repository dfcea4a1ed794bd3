/** A hosted list's signature: JAdES baseline B-B, compact (ETSI TS 119 602, 6.8; ETSI TS 119 182-1, 5). */
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import { signJwtWith } from '@countersign/shared/crypto/jwt';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { seconds } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { LoteDocument } from '../lists/lote-schema.ts';

/**
 * @param issuedAt milliseconds: the claimed time of signing. `iat` has taken the place of `sigT`, and is not critical
 *   (5.1.11)
 * @throws ProtocolError `temporarily_unavailable` if the signer is unavailable
 */
export async function signList(key: SigningKey, document: LoteDocument, issuedAt: number): Promise<Buffer> {
  const header = { alg: 'ES256', x5c: key.x5c, 'x5t#S256': leafThumbprint(key.x5c), iat: seconds(issuedAt) };
  // A document of its schema is JSON.
  const payload = document as unknown as JsonObject;
  return Buffer.from(await signJwtWith(key, { header, payload }));
}
