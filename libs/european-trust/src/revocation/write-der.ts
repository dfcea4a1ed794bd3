/** Writing the few elements of a question about a certificate (X.690, 10). Pure. */
import { TAG } from '@countersign/shared/crypto/der';

export function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) size.unshift(rest & 0xff);
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length, ...size]), content]);
}

export function sequence(...contents: readonly Buffer[]): Buffer {
  return element(TAG.sequence, ...contents);
}

/** @param hex content of an object identifier */
export function objectIdentifier(hex: string): Buffer {
  return element(TAG.oid, Buffer.from(hex, 'hex'));
}
