/** JWS in its general JSON form (RFC 7515, 7.2.1): one payload, several signatures. */

import type { SigningKey } from '@countersign/shared/crypto/keys';
import type { JsonObject } from '@countersign/shared/kernel/json';

/** One signature: its protected header without `alg`, and the key. */
export interface JwsSignature {
  readonly header: JsonObject;
  readonly key: Pick<SigningKey, 'alg' | 'sign'>;
}

/** Signs a payload by each key. `alg` is added to each protected header. */
export async function signJwsJson(
  payload: JsonObject,
  signatures: readonly JwsSignature[],
): Promise<{
  readonly payload: string;
  readonly signatures: readonly { readonly protected: string; readonly signature: string }[];
}> {
  const encoded = encode(payload);
  return {
    payload: encoded,
    signatures: await Promise.all(
      signatures.map(async ({ header, key }) => {
        const protectedHeader = encode({ ...header, alg: key.alg });
        const signature = await key.sign(Buffer.from(`${protectedHeader}.${encoded}`, 'latin1'));
        return { protected: protectedHeader, signature: signature.toString('base64url') };
      }),
    ),
  };
}

function encode(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
