/**
 * Hybrid public key encryption in base mode (RFC 9180), single shot, with one suite: DHKEM(P-256, HKDF-SHA256),
 * HKDF-SHA256, AES-128-GCM. Base mode does not authenticate the sender: anybody who knows the public key can encrypt.
 */
import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { type AgreementJwk, generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import {
  agreedSecret,
  CIPHERS,
  COORDINATE_BYTES,
  isOnCurve,
  type Point,
  TAG_BYTES,
} from '@countersign/shared/crypto/jwe-agreement';
import { HpkeError } from './hpke-error.ts';

/** The encapsulated key, an uncompressed point of P-256 (7.1.1), and the ciphertext followed by its tag. */
export interface HpkeMessage {
  readonly enc: Buffer;
  readonly ciphertext: Buffer;
}

/** Sender and recipient must use the same values; absent `aad` is empty. */
export interface HpkeContext {
  readonly info: Buffer;
  readonly aad?: Buffer;
}

const UNCOMPRESSED = 4;
const SECRET_BYTES = 32;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const MODE_BASE = Buffer.of(0);
const NOTHING = Buffer.alloc(0);

/** 4.1 and 5.1: identifiers of the KEM (7.1), of the KDF (7.2) and of the AEAD (7.3). */
const KEM_SUITE = Buffer.from('KEM\x00\x10', 'latin1');
const HPKE_SUITE = Buffer.from('HPKE\x00\x10\x00\x01\x00\x01', 'latin1');

/**
 * Encrypts to a public key (6.1, SealBase).
 * @param options.ephemeral a key for this message only. Default: a fresh one
 * @throws HpkeError `key` for a recipient that is not on the curve
 */
export function sealHpke(
  options: HpkeContext & {
    readonly recipient: Point;
    readonly plaintext: Buffer;
    readonly ephemeral?: AgreementJwk;
  },
): HpkeMessage {
  const { recipient, ephemeral = generateAgreementJwk(), info, aad = NOTHING, plaintext } = options;
  if (!isOnCurve(recipient)) throw new HpkeError('key');
  const enc = serialized(ephemeral);
  const secret = encapsulated({ privateKey: ephemeral, point: recipient, enc, recipient });
  const { key, nonce } = keySchedule(secret, info);
  const cipher = createCipheriv(CIPHERS.A128GCM, createSecretKey(key), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(aad);
  const text = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return { enc, ciphertext: Buffer.concat([text, cipher.getAuthTag()]) };
}

/**
 * Decrypts with the recipient's private key (6.1, OpenBase).
 * @returns the plaintext
 * @throws HpkeError `enc` for an encapsulated key that is not on the curve, `decrypt`
 */
export function openHpke(options: HpkeContext & HpkeMessage & { readonly privateKey: AgreementJwk }): Buffer {
  const { privateKey, enc, ciphertext, info, aad = NOTHING } = options;
  const point = deserialized(enc);
  if (ciphertext.length < TAG_BYTES) throw new HpkeError('decrypt');
  const secret = encapsulated({ privateKey, point, enc, recipient: privateKey });
  const { key, nonce } = keySchedule(secret, info);
  const decipher = createDecipheriv(CIPHERS.A128GCM, createSecretKey(key), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(aad);
  decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES));
  const text = decipher.update(ciphertext.subarray(0, -TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch (cause) {
    throw new HpkeError('decrypt', { cause });
  }
}

/** 7.1.4: validate the point before using it. 7.1.1 allows only the uncompressed encoding. */
function deserialized(enc: Buffer): Point {
  if (enc[0] !== UNCOMPRESSED) throw new HpkeError('enc');
  const x = enc.subarray(1, 1 + COORDINATE_BYTES).toString('base64url');
  const y = enc.subarray(1 + COORDINATE_BYTES).toString('base64url');
  // A point of a different length isn't on the curve either.
  if (!isOnCurve({ x, y })) throw new HpkeError('enc');
  return { x, y };
}

function serialized({ x, y }: Point): Buffer {
  return Buffer.concat([Buffer.of(UNCOMPRESSED), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

/** 4.1: ExtractAndExpand over the agreed secret, bound to both public keys. */
function encapsulated(options: {
  readonly privateKey: AgreementJwk;
  readonly point: Point;
  readonly enc: Buffer;
  readonly recipient: Point;
}): Buffer {
  const secret = agreedSecret(options.privateKey, options.point);
  const extracted = labeledExtract({ suite: KEM_SUITE, salt: NOTHING, label: 'eae_prk', input: secret });
  const info = Buffer.concat([options.enc, serialized(options.recipient)]);
  return labeledExpand({ suite: KEM_SUITE, key: extracted, label: 'shared_secret', info, length: SECRET_BYTES });
}

/** 5.1: KeySchedule in base mode. A context's first message uses the base nonce itself (5.2). */
function keySchedule(sharedSecret: Buffer, info: Buffer): { readonly key: Buffer; readonly nonce: Buffer } {
  const suite = HPKE_SUITE;
  const pskId = labeledExtract({ suite, salt: NOTHING, label: 'psk_id_hash', input: NOTHING });
  const context = labeledExtract({ suite, salt: NOTHING, label: 'info_hash', input: info });
  const secret = labeledExtract({ suite, salt: sharedSecret, label: 'secret', input: NOTHING });
  const scheduled = { suite, key: secret, info: Buffer.concat([MODE_BASE, pskId, context]) };
  return {
    key: labeledExpand({ ...scheduled, label: 'key', length: KEY_BYTES }),
    nonce: labeledExpand({ ...scheduled, label: 'base_nonce', length: NONCE_BYTES }),
  };
}

/** Section 4, and HKDF-Extract of RFC 5869, 2.2, in which an empty salt equals one of zeros. */
function labeledExtract(options: {
  readonly suite: Buffer;
  readonly salt: Buffer;
  readonly label: string;
  readonly input: Buffer;
}): Buffer {
  const { suite, salt, label, input } = options;
  return hmacSha256(salt, Buffer.concat([Buffer.from('HPKE-v1'), suite, Buffer.from(label), input]));
}

/** Section 4, and HKDF-Expand of RFC 5869, 2.3. One block is enough for at most 32 bytes. */
function labeledExpand(options: {
  readonly suite: Buffer;
  readonly key: Buffer;
  readonly label: string;
  readonly info: Buffer;
  readonly length: number;
}): Buffer {
  const { suite, key, label, info, length } = options;
  const size = Buffer.of(length >> 8, length & 0xff);
  const labeled = Buffer.concat([size, Buffer.from('HPKE-v1'), suite, Buffer.from(label), info]);
  return hmacSha256(key, Buffer.concat([labeled, Buffer.of(1)])).subarray(0, length);
}
