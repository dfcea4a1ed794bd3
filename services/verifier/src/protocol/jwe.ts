/**
 * Encrypted responses (OpenID4VP 1.0, 8.3; RFC 7516, compact): ECDH-ES in direct key agreement on P-256 with AES-GCM,
 * and nothing else. Encryption does not authenticate the sender: every holder of the request can encrypt.
 */
import { createDecipheriv, createECDH, createHash } from 'node:crypto';
import { decodeBase64url } from '@countersign/shared/crypto/base64url';
import type { AgreementJwk } from '@countersign/shared/crypto/generate-key';
import { parseObjectPart } from '@countersign/shared/crypto/strict-json';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { PresentationError } from './presentation-error.ts';

/** A parsed response; its header is checked, its content is still encrypted. */
export interface ResponseJwe {
  /** Names the key of the request that is answered. */
  readonly kid: string;
  readonly enc: ContentEncryption;
  readonly epk: { readonly x: string; readonly y: string };
  readonly apu: Buffer;
  readonly apv: Buffer;
  /** The protected header as sent: it is authenticated too. */
  readonly protectedHeader: string;
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

export type ContentEncryption = 'A128GCM' | 'A256GCM';

const KEY_BYTES: Readonly<Record<ContentEncryption, number>> = { A128GCM: 16, A256GCM: 32 };
const CIPHERS = { A128GCM: 'aes-128-gcm', A256GCM: 'aes-256-gcm' } as const;

const MAX_HEADER = 16_384;
const MAX_KID = 256;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const COORDINATE_BYTES = 32;
const NOTHING = Buffer.alloc(0);
const UNCOMPRESSED = Buffer.of(4);

/**
 * Parses a compact JWE and refuses every header that is not accepted here, before a key is derived.
 * @param text the parameter `response`
 * @throws PresentationError `jwe_header`, `unknown_key` where there is no `kid`
 */
export function parseResponseJwe(text: string): ResponseJwe {
  const [header, encryptedKey, iv, ciphertext, tag, more] = text.split('.', 6);
  // RFC 7516, 7.1: five parts; RFC 7518, 4.6: no encrypted key in direct agreement
  if (header === undefined || encryptedKey !== '' || tag === undefined || more !== undefined) throw refusedHeader();
  const fields = parseHeader(header);
  const parts = {
    protectedHeader: header,
    iv: bytes(iv, IV_BYTES),
    ciphertext: bytes(ciphertext),
    tag: bytes(tag, TAG_BYTES),
  };
  const kid = own(fields, 'kid');
  // 8.3: the request's key has a kid, so the JWE must repeat it
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID) throw new PresentationError('unknown_key');
  return {
    ...parts,
    kid,
    enc: contentEncryption(own(fields, 'enc')),
    epk: ephemeralKey(own(fields, 'epk')),
    apu: partyInfo(own(fields, 'apu')),
    apv: partyInfo(own(fields, 'apv')),
  };
}

/**
 * Decrypts a response with the private key of its request.
 * @param kid of that key
 * @returns the plaintext
 * @throws PresentationError `unknown_key`, `jwe_header` for an ephemeral key off the curve, `decrypt`
 */
export function decryptResponse(options: {
  readonly jwe: ResponseJwe;
  readonly privateKey: Pick<AgreementJwk, 'd'>;
  readonly kid: string;
}): Buffer {
  const { jwe, privateKey, kid } = options;
  if (jwe.kid !== kid) throw new PresentationError('unknown_key');
  const secret = agreedSecret(privateKey, jwe.epk);
  const decipher = createDecipheriv(CIPHERS[jwe.enc], concatKdf(secret, jwe), jwe.iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(jwe.protectedHeader, 'latin1'));
  decipher.setAuthTag(jwe.tag);
  const text = decipher.update(jwe.ciphertext);
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch (cause) {
    throw new PresentationError('decrypt', { cause });
  }
}

/** RFC 7518, 4.6.2: one round of the Concat KDF with SHA-256 is enough for both key sizes. */
export function concatKdf(secret: Buffer, { enc, apu, apv }: Pick<ResponseJwe, 'enc' | 'apu' | 'apv'>): Buffer {
  const size = KEY_BYTES[enc];
  return createHash('sha256')
    .update(number32(1))
    .update(secret)
    .update(withLength(Buffer.from(enc, 'latin1')))
    .update(withLength(apu))
    .update(withLength(apv))
    .update(number32(size * 8))
    .digest()
    .subarray(0, size);
}

function parseHeader(text: string): JsonObject {
  if (text.length > MAX_HEADER) throw refusedHeader();
  let header: JsonObject;
  try {
    header = parseObjectPart(text);
  } catch (cause) {
    throw new PresentationError('jwe_header', { cause });
  }
  // OpenID4VP 1.0, 8.3: `alg` is that of the request's key
  if (own(header, 'alg') !== 'ECDH-ES') throw refusedHeader();
  // RFC 7516, 4.1.3 and 4.1.13: no compression, no extensions
  if (Object.hasOwn(header, 'zip') || Object.hasOwn(header, 'crit')) throw refusedHeader();
  return header;
}

function contentEncryption(value: Json | undefined): ContentEncryption {
  if (value !== 'A128GCM' && value !== 'A256GCM') throw refusedHeader();
  return value;
}

/** RFC 7518, 4.6.1.1 and 6.2.1: a public key on P-256. */
function ephemeralKey(value: Json | undefined): ResponseJwe['epk'] {
  if (!isObject(value) || Object.hasOwn(value, 'd')) throw refusedHeader();
  const [x, y] = [own(value, 'x'), own(value, 'y')];
  if (own(value, 'kty') !== 'EC' || own(value, 'crv') !== 'P-256') throw refusedHeader();
  if (typeof x !== 'string' || typeof y !== 'string') throw refusedHeader();
  bytes(x, COORDINATE_BYTES);
  bytes(y, COORDINATE_BYTES);
  return { x, y };
}

/**
 * RFC 7518, 4.6.1; NIST SP 800-56A, 5.7.1.2. Computed from raw coordinates: importing both keys costs more than the agreement.
 * @throws PresentationError `jwe_header` for a point that is not on the curve (RFC 8725, 3.4)
 */
function agreedSecret({ d }: Pick<AgreementJwk, 'd'>, { x, y }: ResponseJwe['epk']): Buffer {
  const agreement = createECDH('prime256v1');
  agreement.setPrivateKey(Buffer.from(d, 'base64url'));
  // SEC 1, 2.3.4: an uncompressed point, which can't be the one at infinity
  const point = Buffer.concat([UNCOMPRESSED, Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  try {
    return agreement.computeSecret(point);
  } catch (cause) {
    throw new PresentationError('jwe_header', { cause });
  }
}

/** RFC 7518, 4.6.1.2: absent is empty. Wallets may send any value; it is an input of the key derivation alone. */
function partyInfo(value: Json | undefined): Buffer {
  if (value === undefined) return NOTHING;
  if (typeof value !== 'string') throw refusedHeader();
  return bytes(value);
}

function bytes(text: string | undefined, length?: number): Buffer {
  const decoded = text === undefined ? undefined : decodeBase64url(text);
  if (decoded === undefined || (length !== undefined && decoded.length !== length)) throw refusedHeader();
  return decoded;
}

function number32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

function withLength(data: Buffer): Buffer {
  return Buffer.concat([number32(data.length), data]);
}

function refusedHeader(): PresentationError {
  return new PresentationError('jwe_header');
}
