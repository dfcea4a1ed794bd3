/** The parts of DER (X.690) that certificates need. Pure. */

const CONSTRUCTED = 0x20;
const CONTEXT = 0x80;

function element(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

export const der = {
  sequence: (...parts: readonly Buffer[]): Buffer => element(0x10 | CONSTRUCTED, Buffer.concat(parts)),
  set: (...parts: readonly Buffer[]): Buffer => element(0x11 | CONSTRUCTED, Buffer.concat(parts)),
  boolean: (value: boolean): Buffer => element(0x01, Buffer.from([value ? 0xff : 0])),
  integer: (value: Buffer): Buffer => element(0x02, value),
  bitString: (bytes: Buffer, unused = 0): Buffer => element(0x03, Buffer.concat([Buffer.from([unused]), bytes])),
  octets: (bytes: Buffer): Buffer => element(0x04, bytes),
  text: (value: string): Buffer => element(0x0c, Buffer.from(value, 'utf8')),
  printable: (value: string): Buffer => element(0x13, Buffer.from(value, 'latin1')),
  /** A time before 2050 (RFC 5280, 4.1.2.5). @param at milliseconds */
  time: (at: number): Buffer =>
    element(
      0x17,
      Buffer.from(
        `${new Date(at)
          .toISOString()
          .replace(/[-:T]|\.\d+/g, '')
          .slice(2)}`,
      ),
    ),
  objectId: (id: string): Buffer => {
    const [first = 0, second = 0, ...rest] = id.split('.').map(Number);
    return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
  },
  /** A value with a context tag: explicit if it is constructed. */
  tagged: (tag: number, content: Buffer, constructed = true): Buffer =>
    element(CONTEXT | (constructed ? CONSTRUCTED : 0) | tag, content),
};

function base128(value: number): readonly number[] {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}
