/** Public keys of a COSE_Key that came from outside (RFC 9052, 7; RFC 9053, 7.1.1). */

import { createPublicKey, type KeyObject } from 'node:crypto';
import { type CborMap, type CborValue, isCborMap } from '@countersign/shared/mdoc/cbor-value';
import { type CoseCurve, coseAlgorithms } from '@countersign/shared/mdoc/cose-algorithms';
import { CoseError } from '@countersign/shared/mdoc/cose-error';
import { EC2, KEY_LABEL } from '@countersign/shared/mdoc/cose-key';

const VERIFY = 2;

interface Curve {
  readonly name: CoseCurve['curve'];
  /** The name in a JWK (RFC 7518, 6.2.1.1). */
  readonly crv: 'P-256' | 'P-384' | 'P-521';
  readonly coordinateBytes: number;
}

/** By their number in COSE (RFC 9053, 7.1). */
const curves: ReadonlyMap<unknown, Curve> = new Map<number, Curve>([
  [1, { name: 'prime256v1', crv: 'P-256', coordinateBytes: 32 }],
  [2, { name: 'secp384r1', crv: 'P-384', coordinateBytes: 48 }],
  [3, { name: 'secp521r1', crv: 'P-521', coordinateBytes: 66 }],
]);

/**
 * Imports a public key of P-256, P-384 or P-521 that came from outside. One with a private part, a compressed point, a coordinate
 * of another length, a point that is not on the curve, or members that exclude signatures with the curve is refused.
 * @throws CoseError `key`
 */
export function publicKeyOf(coseKey: CborValue): KeyObject {
  if (coseKey === undefined || !isCborMap(coseKey)) throw unusable('no_cose_key');
  if (coseKey.has(KEY_LABEL.d)) throw unusable('private');
  const on = curves.get(coseKey.get(KEY_LABEL.crv));
  if (coseKey.get(KEY_LABEL.kty) !== EC2 || on === undefined) throw unusable('curve');
  checkUse(coseKey, on.name);
  return imported(on, coordinate(coseKey.get(KEY_LABEL.x), on), coordinate(coseKey.get(KEY_LABEL.y), on));
}

/** RFC 9052, 7.1: `alg` and `key_ops` restrict what the key is for. */
function checkUse(key: CborMap, name: CoseCurve['curve']): void {
  const [algorithm, operations] = [key.get(KEY_LABEL.alg), key.get(KEY_LABEL.keyOperations)];
  const fits = algorithm === undefined || coseAlgorithms.get(algorithm)?.curve === name;
  const verifies = operations === undefined || (Array.isArray(operations) && operations.includes(VERIFY));
  if (!fits || !verifies) throw unusable('not_for_signatures');
}

function coordinate(value: CborValue, { coordinateBytes }: Curve): Buffer {
  if (!Buffer.isBuffer(value) || value.length !== coordinateBytes) throw unusable('coordinate');
  return value;
}

/** As a JWK: its import checks that the point is on the curve, and is a third faster than a DER import. */
function imported({ crv }: Curve, x: Buffer, y: Buffer): KeyObject {
  const key = { kty: 'EC', crv, x: x.toString('base64url'), y: y.toString('base64url') };
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch (cause) {
    throw new CoseError('key', { detail: 'not_on_curve' }, cause);
  }
}

function unusable(detail: string): CoseError {
  return new CoseError('key', { detail });
}
