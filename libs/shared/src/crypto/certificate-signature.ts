/** Signs a certificate again, with a key that is reached by its signatures alone (RFC 5280, 4.1; X.690). */
import type { Sign } from './keys.ts';

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const BIT_STRING = 0x03;

/**
 * The certificate with another ECDSA signature.
 * @param der a certificate whose signature algorithm is ecdsa-with-SHA256
 */
export async function certificateSignedAgain(der: Buffer, sign: Sign): Promise<Buffer> {
  const start = headerLength(der, 0);
  const tbs = elementAt(der, start);
  const algorithm = elementAt(der, start + tbs.length);
  const signature = derSignature(await sign(tbs));
  // RFC 3279, 2.2.3: no bit of the last byte is unused.
  const bits = element(BIT_STRING, Buffer.concat([Buffer.from([0]), signature]));
  return element(SEQUENCE, Buffer.concat([tbs, algorithm, bits]));
}

/** ECDSA-Sig-Value (RFC 3279, 2.2.3). @param signature R and S, each of the same length */
function derSignature(signature: Buffer): Buffer {
  const half = signature.length / 2;
  return element(SEQUENCE, Buffer.concat([integer(signature.subarray(0, half)), integer(signature.subarray(half))]));
}

/** A positive number: no leading zeros, but one where the first bit is set. */
function integer(value: Buffer): Buffer {
  const from = value.findIndex((byte) => byte !== 0);
  const digits = from < 0 ? Buffer.from([0]) : value.subarray(from);
  return element(INTEGER, (digits[0] ?? 0) < 0x80 ? digits : Buffer.concat([Buffer.from([0]), digits]));
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) size.unshift(rest & 0xff);
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length, ...size]), content]);
}

function elementAt(der: Buffer, offset: number): Buffer {
  return der.subarray(offset, offset + headerLength(der, offset) + contentLength(der, offset));
}

function headerLength(der: Buffer, offset: number): number {
  const first = der[offset + 1] ?? 0;
  return first < 0x80 ? 2 : 2 + (first & 0x7f);
}

function contentLength(der: Buffer, offset: number): number {
  const first = der[offset + 1] ?? 0;
  return first < 0x80 ? first : der.readUIntBE(offset + 2, first & 0x7f);
}
