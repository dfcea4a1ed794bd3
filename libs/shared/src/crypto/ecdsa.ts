/**
 * ECDSA with R and S side by side (RFC 7518, 3.4; RFC 9053, 2.1). `node:crypto` has the option `dsaEncoding` for that
 * form, but in Node 24 a call with options takes twice as long as one with only the key. So the DER form is converted
 * here.
 */
import { type KeyObject, sign, verify } from 'node:crypto';

const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** X.690, 8.1.3.5: the length is in the next byte. */
const ONE_MORE_BYTE = 0x81;

export interface EcdsaAlgorithm {
  /** Name of the hash for `node:crypto`. */
  readonly hash: string;
  /** Length of a signature: twice the length of the curve's order. */
  readonly bytes: number;
}

export interface EcdsaCurve extends EcdsaAlgorithm {
  /** Name of the curve for `node:crypto`. */
  readonly curve: 'prime256v1' | 'secp384r1' | 'secp521r1';
}

/** Each curve has the hash of its size (RFC 7518, 3.4; RFC 9053, 2.1). */
export const P256: EcdsaCurve = { curve: 'prime256v1', hash: 'sha256', bytes: 64 };
export const P384: EcdsaCurve = { curve: 'secp384r1', hash: 'sha384', bytes: 96 };
export const P521: EcdsaCurve = { curve: 'secp521r1', hash: 'sha512', bytes: 132 };

/** Signs with a private key of this process. @returns R and S */
export function signEcdsa({ hash, bytes }: EcdsaAlgorithm, input: Buffer, privateKey: KeyObject): Buffer {
  return plainSignature(sign(hash, input, privateKey), bytes);
}

/** Whether the key created R and S. Also false for a signature with the wrong length, such as one in DER. */
export function verifyEcdsa(
  { hash, bytes }: EcdsaAlgorithm,
  input: Buffer,
  publicKey: KeyObject,
  signature: Uint8Array,
): boolean {
  return signature.length === bytes && verify(hash, input, publicKey, derSignature(signature));
}

/** ECDSA-Sig-Value (RFC 3279, 2.2.3). @param signature R and S, each of the same length */
export function derSignature(signature: Uint8Array): Buffer {
  const half = signature.length / 2;
  const r = firstDigit(signature, 0, half);
  const s = firstDigit(signature, half, 2 * half);
  const content = 4 + integerLength(signature, r, half) + integerLength(signature, s, 2 * half);
  const der = Buffer.alloc(content + (content < 0x80 ? 2 : 3));
  let at = der.writeUInt8(SEQUENCE, 0);
  if (content >= 0x80) at = der.writeUInt8(ONE_MORE_BYTE, at);
  at = der.writeUInt8(content, at);
  at = writeInteger(der, at, signature, r, half);
  writeInteger(der, at, signature, s, 2 * half);
  return der;
}

/**
 * R and S of a DER signature side by side.
 * @param der as `node:crypto` returns it
 * @param bytes twice the length of the curve's order
 */
export function plainSignature(der: Buffer, bytes: number): Buffer {
  const plain = Buffer.alloc(bytes);
  const r = der.readUInt8(1) === ONE_MORE_BYTE ? 5 : 4;
  const endOfR = r + der.readUInt8(r - 1);
  const s = endOfR + 2;
  const endOfS = s + der.readUInt8(s - 1);
  copyInteger(der.subarray(r, endOfR), plain.subarray(0, bytes / 2));
  copyInteger(der.subarray(s, endOfS), plain.subarray(bytes / 2));
  return plain;
}

/** A number at the end of its field. It may be shorter, or have one zero before a first bit that is set. */
function copyInteger(integer: Buffer, place: Buffer): void {
  const spare = Math.max(0, integer.length - place.length);
  integer.copy(place, place.length - (integer.length - spare), spare);
}

/** Index of the first byte that is not zero, or of the last one. */
function firstDigit(signature: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to - 1 && signature[at] === 0) at += 1;
  return at;
}

/** A positive number has a zero before a first bit that is set. */
function integerLength(signature: Uint8Array, from: number, to: number): number {
  return to - from + ((signature[from] ?? 0) < 0x80 ? 0 : 1);
}

/** @returns the index after it */
function writeInteger(der: Buffer, start: number, signature: Uint8Array, from: number, to: number): number {
  const length = integerLength(signature, from, to);
  const at = der.writeUInt8(length, der.writeUInt8(INTEGER, start));
  der.set(signature.subarray(from, to), at + length - (to - from));
  return at + length;
}
