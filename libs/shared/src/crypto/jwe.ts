/**
 * Encrypted messages (RFC 7516, compact): ECDH-ES in direct key agreement on P-256 with AES-GCM, and nothing else.
 * Encryption does not authenticate the sender: every holder of the public key can encrypt.
 */
import { createDecipheriv, createSecretKey } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { isObject, type Json, type JsonObject, own } from '../kernel/json.ts';
import type { Facts } from '../kernel/reasons/facts.ts';
import { receivedFact } from '../kernel/reasons/received.ts';
import { decodeBase64url } from './base64url.ts';
import type { AgreementJwk } from './generate-key.ts';
import {
  agreedSecret,
  CIPHERS,
  CONTENT_ENCRYPTIONS,
  COORDINATE_BYTES,
  type ContentEncryption,
  concatKdf,
  IV_BYTES,
  type Point,
  TAG_BYTES,
} from './jwe-agreement.ts';
import { JweError } from './jwe-error.ts';
import { parseObjectPart } from './strict-json.ts';

/** A parsed message; its header is checked, its content is still encrypted. */
export interface ParsedJwe {
  /** Id of the recipient's key. */
  readonly kid: string;
  readonly enc: ContentEncryption;
  /** True: the plain text is compressed (RFC 7516, 4.1.3). */
  readonly compressed: boolean;
  readonly epk: Point;
  readonly apu: Buffer;
  readonly apv: Buffer;
  /** The protected header as sent: it is authenticated too. */
  readonly protectedHeader: string;
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

export interface JweOptions {
  /** True: `zip: DEF` is accepted. Default: false. The caller limits the size of the plain text. */
  readonly compressed?: boolean;
}

const MAX_HEADER = 16_384;
const MAX_KID = 256;
const NOTHING = Buffer.alloc(0);

/**
 * Parses a compact JWE and refuses every unsupported header, before a key is derived.
 * @throws JweError `header`, `unknown_key` without a `kid`
 */
export function parseJwe(text: string, options: JweOptions = {}): ParsedJwe {
  const [header, encryptedKey, iv, ciphertext, tag, more] = text.split('.', 6);
  // RFC 7516, 7.1: five parts; RFC 7518, 4.6: no encrypted key in direct agreement
  if (header === undefined || encryptedKey !== '' || tag === undefined || more !== undefined) throw refused('parts');
  const fields = parseHeader(header);
  const parts = {
    protectedHeader: header,
    iv: bytes('iv', iv, IV_BYTES),
    ciphertext: bytes('ciphertext', ciphertext),
    tag: bytes('tag', tag, TAG_BYTES),
  };
  const kid = own(fields, 'kid');
  // OpenID4VP 1.0, 8.3; OpenID4VCI 1.0, 10: the recipient's key has a kid, so the JWE must repeat it
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID) {
    throw new JweError('unknown_key', {
      facts: { parameter: 'kid', detail: kid === undefined ? 'missing' : 'malformed' },
    });
  }
  return {
    ...parts,
    kid,
    enc: contentEncryption(own(fields, 'enc')),
    compressed: isCompressed(fields, options),
    epk: ephemeralKey(own(fields, 'epk')),
    apu: partyInfo('apu', own(fields, 'apu')),
    apv: partyInfo('apv', own(fields, 'apv')),
  };
}

/**
 * Decrypts a message with the private key that its `kid` names.
 * @param options.kid of that key
 * @param options.maxBytes of compressed content when it is inflated; inflating stops there
 * @returns the plaintext
 * @throws JweError `unknown_key`, `header` for an ephemeral key off the curve, `decrypt`
 */
export function decryptJwe(options: {
  readonly jwe: ParsedJwe;
  readonly privateKey: Pick<AgreementJwk, 'd'>;
  readonly kid: string;
  readonly maxBytes?: number;
}): Buffer {
  const { jwe, privateKey, kid, maxBytes = 1 } = options;
  if (jwe.kid !== kid) throw new JweError('unknown_key', { facts: { parameter: 'kid' } });
  const secret = secretOf(privateKey, jwe.epk);
  const key = createSecretKey(concatKdf(secret, jwe));
  const decipher = createDecipheriv(CIPHERS[jwe.enc], key, jwe.iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(jwe.protectedHeader, 'latin1'));
  decipher.setAuthTag(jwe.tag);
  const text = decipher.update(jwe.ciphertext);
  try {
    const opened = Buffer.concat([text, decipher.final()]);
    // Only after the tag was checked, so that only a sender who knows the content gets here.
    return jwe.compressed ? inflateRawSync(opened, { maxOutputLength: maxBytes }) : opened;
  } catch (cause) {
    throw new JweError('decrypt', { cause });
  }
}

function parseHeader(text: string): JsonObject {
  if (text.length > MAX_HEADER) throw refused('header', { bytes: text.length, mostBytes: MAX_HEADER });
  let header: JsonObject;
  try {
    header = parseObjectPart(text);
  } catch (cause) {
    throw new JweError('header', { cause, facts: { parameter: 'header' } });
  }
  // OpenID4VP 1.0, 8.3: `alg` is the recipient key's
  const alg = own(header, 'alg');
  if (alg !== 'ECDH-ES') throw refused('alg', { expected: 'ECDH-ES', ...receivedFact(alg) });
  // RFC 7516, 4.1.13: no extensions
  if (Object.hasOwn(header, 'crit')) throw refused('crit');
  return header;
}

function isCompressed(header: JsonObject, { compressed = false }: JweOptions): boolean {
  if (!Object.hasOwn(header, 'zip')) return false;
  const zip = own(header, 'zip');
  if (!compressed || zip !== 'DEF') throw refused('zip', receivedFact(zip));
  return true;
}

function contentEncryption(value: Json | undefined): ContentEncryption {
  if (value === 'A128GCM' || value === 'A256GCM') return value;
  throw refused('enc', { expectedAny: CONTENT_ENCRYPTIONS, ...receivedFact(value) });
}

/** RFC 7518, 4.6.1.1 and 6.2.1: a public key on P-256. */
function ephemeralKey(value: Json | undefined): Point {
  if (!isObject(value) || Object.hasOwn(value, 'd')) throw refused('epk');
  const [x, y] = [own(value, 'x'), own(value, 'y')];
  if (own(value, 'kty') !== 'EC' || own(value, 'crv') !== 'P-256') throw refused('epk');
  if (typeof x !== 'string' || typeof y !== 'string') throw refused('epk');
  bytes('epk', x, COORDINATE_BYTES);
  bytes('epk', y, COORDINATE_BYTES);
  return { x, y };
}

/** @throws JweError `header` for a point that is not on the curve (RFC 8725, 3.4) */
function secretOf(privateKey: Pick<AgreementJwk, 'd'>, epk: Point): Buffer {
  try {
    return agreedSecret(privateKey, epk);
  } catch (cause) {
    throw new JweError('header', { cause, facts: { parameter: 'epk', detail: 'not_on_curve' } });
  }
}

/** RFC 7518, 4.6.1.2: absent is empty. Wallets may send any value. It is only an input of the key derivation. */
function partyInfo(name: string, value: Json | undefined): Buffer {
  if (value === undefined) return NOTHING;
  if (typeof value !== 'string') throw refused(name);
  return bytes(name, value);
}

function bytes(name: string, text: string | undefined, length?: number): Buffer {
  const decoded = text === undefined ? undefined : decodeBase64url(text);
  if (decoded === undefined || (length !== undefined && decoded.length !== length)) throw refused(name);
  return decoded;
}

/** @param parameter the member of the header or the part of the message that was refused */
function refused(parameter: string, facts: Facts = {}): JweError {
  return new JweError('header', { facts: { parameter, ...facts } });
}
