/** Certificates whose extensions are replaced, in DER or other encodings, and signed again. */
import { type KeyObject, sign, X509Certificate } from 'node:crypto';

interface Part {
  readonly tag: number;
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** The elements of DER in a row. */
function partsOf(der: Buffer): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < der.length; ) {
    const first = der.readUInt8(at + 1);
    const more = first < 0x80 ? 0 : first & 0x7f;
    const start = at + 2 + more;
    const end = start + (more === 0 ? first : der.readUIntBE(at + 2, more));
    parts.push({ tag: der.readUInt8(at), whole: der.subarray(at, end), content: der.subarray(start, end) });
    at = end;
  }
  return parts;
}

/** One element whose length is encoded with two unnecessary bytes. */
function element(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length = Buffer.alloc(5, 0x84);
  length.writeUInt32BE(body.length, 1);
  return Buffer.concat([Buffer.of(tag), length, body]);
}

/** One element of indefinite length (X.690, 8.1.3.6), which DER does not allow. */
function indefinite(tag: number, ...content: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.of(tag, 0x80), ...content, Buffer.alloc(2)]);
}

/**
 * Returns the certificate with other extensions.
 * @param change returns the certificate's field `[3]`, from its current extensions
 */
export function withExtensions(
  certificate: X509Certificate,
  signer: KeyObject,
  change: (extensions: readonly Buffer[]) => Buffer,
): X509Certificate {
  const [whole] = partsOf(certificate.raw);
  const [toBeSigned, algorithm] = partsOf(whole?.content ?? Buffer.alloc(0));
  const fields = partsOf(toBeSigned?.content ?? Buffer.alloc(0));
  const [list] = partsOf(fields.at(-1)?.content ?? Buffer.alloc(0));
  const extensions = partsOf(list?.content ?? Buffer.alloc(0)).map((extension) => extension.whole);
  const signed = element(0x30, ...fields.slice(0, -1).map((field) => field.whole), change(extensions));
  const signature = Buffer.concat([Buffer.alloc(1), sign('sha256', signed, signer)]);
  return new X509Certificate(element(0x30, signed, algorithm?.whole ?? Buffer.alloc(0), element(3, signature)));
}

/** The parts of one extension: identifier, critical or not, value. */
function membersOf(extension: Buffer): readonly Buffer[] {
  const [sequence] = partsOf(extension);
  return partsOf(sequence?.content ?? extension).map(({ whole }) => whole);
}

function withValue(extension: Buffer, change: (content: Buffer) => Buffer): Buffer {
  const members = membersOf(extension);
  const [value] = partsOf(members.at(-1) ?? extension);
  return element(0x30, ...members.slice(0, -1), change(value?.content ?? extension));
}

/** Encodings of extensions, each accepted by node:crypto. Countersign accepts the `good` ones. */
export const encodings: Record<
  string,
  { readonly good: boolean; readonly change: (all: readonly Buffer[]) => Buffer }
> = {
  'lengths longer than needed': { good: true, change: (all) => element(0xa3, element(0x30, ...all)) },
  'a field of indefinite length': { good: false, change: (all) => indefinite(0xa3, element(0x30, ...all)) },
  'a list of indefinite length': { good: false, change: (all) => element(0xa3, indefinite(0x30, ...all)) },
  'members of indefinite length': {
    good: false,
    change: (all) => element(0xa3, element(0x30, ...all.map((one) => indefinite(0x30, ...membersOf(one))))),
  },
  'values in pieces': {
    good: false,
    change: (all) =>
      element(0xa3, element(0x30, ...all.map((one) => withValue(one, (value) => element(0x24, element(4, value)))))),
  },
  'values of indefinite length': {
    good: false,
    change: (all) =>
      element(
        0xa3,
        element(
          0x30,
          ...all.map((one) =>
            withValue(one, (value) => element(4, indefinite(0x30, partsOf(value)[0]?.content ?? value))),
          ),
        ),
      ),
  },
  'something behind each value': {
    good: false,
    change: (all) =>
      element(0xa3, element(0x30, ...all.map((one) => withValue(one, (value) => element(4, value, Buffer.of(5, 0)))))),
  },
  'one of them twice': { good: false, change: (all) => element(0xa3, element(0x30, ...all, ...all.slice(-1))) },
};
