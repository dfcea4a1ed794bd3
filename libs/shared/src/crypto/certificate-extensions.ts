/** Extensions of a certificate that node:crypto doesn't show (RFC 5280, 4.2). */
import type { X509Certificate } from 'node:crypto';

/** One DER element (X.690, 8.1): definite lengths, tags of one byte. */
interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

const EXTENSIONS_TAG = 0xa3;
const SEQUENCE = 0x30;
const OCTET_STRING = 0x04;
const OID = 0x06;
/** `[0] IMPLICIT KeyIdentifier` */
const KEY_IDENTIFIER = 0x80;

/** 2.5.29.35 */
const AUTHORITY_KEY_IDENTIFIER = '551d23';

/**
 * The KeyIdentifier in the AuthorityKeyIdentifier extension (RFC 5280, 4.2.1.1).
 * @returns undefined where the certificate names none
 */
export function authorityKeyIdentifier(certificate: X509Certificate): Buffer | undefined {
  const extension = extensionsOf(certificate).get(AUTHORITY_KEY_IDENTIFIER);
  const [sequence] = extension === undefined ? [] : elementsOf(extension);
  if (sequence?.tag !== SEQUENCE) return undefined;
  return elementsOf(sequence.content).find(({ tag }) => tag === KEY_IDENTIFIER)?.content;
}

/** Contents of the extensions by the hexadecimal of their identifier's content. */
function extensionsOf(certificate: X509Certificate): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  const [whole] = elementsOf(certificate.raw);
  const [toBeSigned] = whole === undefined ? [] : elementsOf(whole.content);
  const wrapper = elementsOf(toBeSigned?.content ?? Buffer.alloc(0)).find(({ tag }) => tag === EXTENSIONS_TAG);
  const [list] = wrapper === undefined ? [] : elementsOf(wrapper.content);
  for (const extension of elementsOf(list?.content ?? Buffer.alloc(0))) {
    const parts = elementsOf(extension.content);
    const identifier = parts.find(({ tag }) => tag === OID);
    const value = parts.find(({ tag }) => tag === OCTET_STRING);
    if (identifier !== undefined && value !== undefined) found.set(identifier.content.toString('hex'), value.content);
  }
  return found;
}

/** The elements in a row. What is cut short ends the list: the certificate parser has refused such certificates. */
function elementsOf(der: Buffer): readonly Element[] {
  const elements: Element[] = [];
  let at = 0;
  while (at + 2 <= der.length) {
    const tag = der.readUInt8(at);
    const first = der.readUInt8(at + 1);
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const start = at + 2 + lengthBytes;
    if (lengthBytes > 4 || start > der.length || first === 0x80) break;
    const length = lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes);
    if (start + length > der.length) break;
    elements.push({ tag, content: der.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
}
