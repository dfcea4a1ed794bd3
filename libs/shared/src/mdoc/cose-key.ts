/** Public keys as COSE_Key (RFC 9052, 7; RFC 9053, 7.1.1). */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { PublicJwk } from '../crypto/keys.ts';
import { type CborMap, type CborValue, isCborMap } from './cbor-value.ts';
import { type CoseCurve, coseAlgorithms } from './cose-algorithms.ts';
import { CoseError } from './cose-error.ts';

/** Labels of RFC 9052, 7.1, and of EC2 keys (RFC 9053, 7.1.1). */
const LABEL = { kty: 1, alg: 3, keyOperations: 4, crv: -1, x: -2, y: -3, d: -4 } as const;
const EC2 = 2;
const VERIFY = 2;

interface Curve {
  readonly name: CoseCurve['curve'];
  readonly coordinateBytes: number;
  /** SubjectPublicKeyInfo up to the coordinates of an uncompressed point (RFC 5480, 2.1.1 and 2.2). */
  readonly prefix: Buffer;
}

/** By their number in COSE (RFC 9053, 7.1). */
const curves: ReadonlyMap<unknown, Curve> = new Map([
  [1, curve('prime256v1', 32, '3059301306072a8648ce3d020106082a8648ce3d03010703420004')],
  [2, curve('secp384r1', 48, '3076301006072a8648ce3d020106052b8104002203620004')],
  [3, curve('secp521r1', 66, '30819b301006072a8648ce3d020106052b810400230381860004')],
]);

function curve(name: Curve['name'], coordinateBytes: number, prefix: string): Curve {
  return { name, coordinateBytes, prefix: Buffer.from(prefix, 'hex') };
}

/** The key with its four necessary members and no other. */
export function coseKeyOf({ x, y }: PublicJwk): CborMap {
  return new Map<number, CborValue>([
    [LABEL.kty, EC2],
    [LABEL.crv, 1],
    [LABEL.x, Buffer.from(x, 'base64url')],
    [LABEL.y, Buffer.from(y, 'base64url')],
  ]);
}

/**
 * Imports a public key of P-256, P-384 or P-521 that came from outside. One with a private part, a compressed point, a coordinate
 * of another length, a point that is not on the curve, or members that exclude signatures with the curve is refused.
 * @throws CoseError `key`
 */
export function publicKeyOf(coseKey: CborValue): KeyObject {
  if (coseKey === undefined || !isCborMap(coseKey)) throw unusable('no_cose_key');
  if (coseKey.has(LABEL.d)) throw unusable('private');
  const on = curves.get(coseKey.get(LABEL.crv));
  if (coseKey.get(LABEL.kty) !== EC2 || on === undefined) throw unusable('curve');
  checkUse(coseKey, on.name);
  return imported(on, coordinate(coseKey.get(LABEL.x), on), coordinate(coseKey.get(LABEL.y), on));
}

/** RFC 9052, 7.1: `alg` and `key_ops` restrict what the key is for. */
function checkUse(key: CborMap, name: CoseCurve['curve']): void {
  const [algorithm, operations] = [key.get(LABEL.alg), key.get(LABEL.keyOperations)];
  const fits = algorithm === undefined || coseAlgorithms.get(algorithm)?.curve === name;
  const verifies = operations === undefined || (Array.isArray(operations) && operations.includes(VERIFY));
  if (!fits || !verifies) throw unusable('not_for_signatures');
}

function coordinate(value: CborValue, { coordinateBytes }: Curve): Buffer {
  if (!Buffer.isBuffer(value) || value.length !== coordinateBytes) throw unusable('coordinate');
  return value;
}

/** From the DER form: node:crypto checks that the point is on the curve. */
function imported({ prefix }: Curve, x: Buffer, y: Buffer): KeyObject {
  try {
    return createPublicKey({ key: Buffer.concat([prefix, x, y]), format: 'der', type: 'spki' });
  } catch (cause) {
    throw new CoseError('key', { detail: 'not_on_curve' }, cause);
  }
}

function unusable(detail: string): CoseError {
  return new CoseError('key', { detail });
}
