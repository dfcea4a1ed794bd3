/** Encrypts a message to a public key (RFC 7516, compact), by the same algorithms that jwe.ts decrypts. */
import { createCipheriv, createSecretKey } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { isObject, type Json, own } from '../kernel/json.ts';
import type { Random } from '../kernel/random.ts';
import type { Facts } from '../kernel/reasons/facts.ts';
import { receivedFact } from '../kernel/reasons/received.ts';
import { decodeBase64url } from './base64url.ts';
import { generateAgreementJwk } from './generate-key.ts';
import {
  agreedSecret,
  CIPHERS,
  COORDINATE_BYTES,
  type ContentEncryption,
  concatKdf,
  IV_BYTES,
  isOnCurve,
  type Point,
  TAG_BYTES,
} from './jwe-agreement.ts';
import { JweError } from './jwe-error.ts';

/** A public key on P-256 to encrypt to. */
export interface RecipientKey extends Point {
  /** Repeated in the header of the message. */
  readonly kid?: string;
}

const MAX_KID = 256;
const NOTHING = Buffer.alloc(0);

/**
 * OpenID4VCI 1.0, 10: the message's `alg` comes from the key, so the key must have one. OpenID4VP 1.0, 5.10 does not
 * require it.
 */
export interface KeyRules {
  readonly algorithm: 'required' | 'optional';
}

/**
 * Reads a recipient's key, an external JWK (RFC 7517). Unknown members are ignored.
 * @throws JweError `key` for anything but a public ECDH-ES key on P-256
 */
export function recipientKey(jwk: Json | undefined, { algorithm }: KeyRules = { algorithm: 'required' }): RecipientKey {
  if (!isObject(jwk)) throw refused('jwk');
  if (Object.hasOwn(jwk, 'd') || Object.hasOwn(jwk, 'k')) throw refused('jwk', { detail: 'private' });
  if (own(jwk, 'kty') !== 'EC') throw refused('jwk.kty', { expected: 'EC', ...receivedFact(own(jwk, 'kty')) });
  if (own(jwk, 'crv') !== 'P-256') throw refused('jwk.crv', { expected: 'P-256', ...receivedFact(own(jwk, 'crv')) });
  const alg = own(jwk, 'alg') ?? (algorithm === 'optional' ? 'ECDH-ES' : undefined);
  if (alg !== 'ECDH-ES') {
    throw refused('jwk.alg', { expected: 'ECDH-ES', ...receivedFact(own(jwk, 'alg')) });
  }
  if ((own(jwk, 'use') ?? 'enc') !== 'enc') throw refused('jwk.use', { expected: 'enc', ...receivedFact(jwk.use) });
  const point = { x: coordinate('jwk.x', own(jwk, 'x')), y: coordinate('jwk.y', own(jwk, 'y')) };
  if (!isOnCurve(point)) throw refused('jwk', { detail: 'not_on_curve' });
  const kid = own(jwk, 'kid');
  if (kid === undefined) return point;
  if (typeof kid !== 'string' || kid.length > MAX_KID) throw refused('jwk.kid');
  return { ...point, kid };
}

/**
 * Encrypts with a fresh ephemeral key.
 * @param compress true: `zip: DEF`, which RFC 8725, 3.6 allows only if the plain text doesn't mix secrets with somebody
 *   else's text
 * @returns the compact JWE
 */
export function encryptJwe(options: {
  readonly plaintext: string;
  readonly recipient: RecipientKey;
  readonly enc: ContentEncryption;
  readonly compress?: boolean;
  /** Media type of the content (RFC 7516, 4.1.12). */
  readonly cty?: 'JWT';
  readonly random: Random;
}): string {
  const { recipient, enc, compress = false, cty, random } = options;
  const { d, ...epk } = generateAgreementJwk();
  const { kid } = recipient;
  const zip = compress ? { zip: 'DEF' } : {};
  const named = { ...(cty === undefined ? {} : { cty }), ...(kid === undefined ? {} : { kid }) };
  const header = base64url(JSON.stringify({ alg: 'ECDH-ES', enc, ...zip, ...named, epk }));
  const key = concatKdf(agreedSecret({ d }, recipient), { enc, apu: NOTHING, apv: NOTHING });
  const iv = random(IV_BYTES);
  const cipher = createCipheriv(CIPHERS[enc], createSecretKey(key), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(header, 'latin1'));
  const clear = Buffer.from(options.plaintext);
  const content = Buffer.concat([cipher.update(compress ? deflateRawSync(clear) : clear), cipher.final()]);
  return [header, '', ...[iv, content, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

/** RFC 7518, 6.2.1.2: exactly 32 octets. */
function coordinate(parameter: string, value: Json | undefined): string {
  if (typeof value !== 'string' || decodeBase64url(value)?.length !== COORDINATE_BYTES) throw refused(parameter);
  return value;
}

/** @param parameter the member of the key that was refused */
function refused(parameter: string, facts: Facts = {}): JweError {
  return new JweError('key', { facts: { parameter, ...facts } });
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
