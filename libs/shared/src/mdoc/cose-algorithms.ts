/** ECDSA in COSE: the accepted algorithms, each with its curve (RFC 9053, 2.1; RFC 9864, 2.1). */

export interface CoseCurve {
  /** Name of the curve in node:crypto. */
  readonly curve: 'prime256v1' | 'secp384r1' | 'secp521r1';
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  /** Length of a signature: R and S, each as long as the curve's order. */
  readonly bytes: number;
}

const P256: CoseCurve = { curve: 'prime256v1', hash: 'sha256', bytes: 64 };
const P384: CoseCurve = { curve: 'secp384r1', hash: 'sha384', bytes: 96 };
const P521: CoseCurve = { curve: 'secp521r1', hash: 'sha512', bytes: 132 };

/** ES256, which RFC 9864 replaces with ESP256. The server signs with ES256. */
export const ES256 = -7;

/**
 * By number. ES256, ES384 and ES512 don't specify a curve in COSE. As in JOSE, each is accepted only with the curve
 * that fits its hash.
 */
export const coseAlgorithms: ReadonlyMap<unknown, CoseCurve> = new Map([
  [ES256, P256],
  [-9, P256],
  [-35, P384],
  [-51, P384],
  [-36, P521],
  [-52, P521],
]);
