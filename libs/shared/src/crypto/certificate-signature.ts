/**
 * Replaces a certificate's signature by one from a key that can only sign, such as a key in a token (RFC 5280, 4.1;
 * X.690).
 */
import { derSignature } from './ecdsa.ts';
import type { Sign } from './keys.ts';

const SEQUENCE = 0x30;
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
