/** JWTs that a test signs with its own key. */
import type { KeyObject } from 'node:crypto';
import { signEcdsa } from '../../src/crypto/ecdsa.ts';
import type { JsonObject } from '../../src/kernel/json.ts';

const ES256 = { curve: 'prime256v1', hash: 'sha256', bytes: 64 };

/** Signs a JWT with ES256. `alg` is added to the header. */
export function signJwt(jwt: {
  readonly header: JsonObject;
  readonly payload: JsonObject;
  readonly privateKey: KeyObject;
}): string {
  const input = [{ ...jwt.header, alg: 'ES256' }, jwt.payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${input}.${signEs256(input, jwt.privateKey)}`;
}

/** The ES256 signature of an ASCII string, base64url. */
export function signEs256(input: string, privateKey: KeyObject): string {
  return signEcdsa(ES256, Buffer.from(input, 'latin1'), privateKey).toString('base64url');
}
