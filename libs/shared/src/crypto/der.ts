/** Reading DER (X.690, 8.1): definite lengths, tags of one byte. Pure. */

export interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

/** Universal tags (X.680, 8.6), with the bit of a constructed one. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  ia5String: 0x16,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The elements inside an element; undefined if it is missing, or contains anything else. */
export function childrenOf(element: Element | undefined): readonly Element[] | undefined {
  return element === undefined ? undefined : elementsOf(element.content);
}

/**
 * The elements in a row; undefined if the bytes are anything else, or a length is indefinite or over four bytes long.
 */
export function elementsOf(der: Buffer): readonly Element[] | undefined {
  const elements: Element[] = [];
  let at = 0;
  while (at < der.length) {
    const place = elementAt(der, at);
    if (place === undefined) return undefined;
    elements.push({ tag: place.tag, content: der.subarray(place.start, place.end) });
    at = place.end;
  }
  return elements;
}

/** An element's position in the bytes. Its content goes from `start` to `end`. */
export interface Place {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

/** The element whose tag is at this offset; undefined as above, and if the bytes end before it. */
export function elementAt(der: Buffer, at: number): Place | undefined {
  if (at + 2 > der.length) return undefined;
  const tag = der.readUInt8(at);
  const first = der.readUInt8(at + 1);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + lengthBytes;
  if (lengthBytes > 4 || start > der.length || first === 0x80) return undefined;
  const length = lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes);
  return start + length > der.length ? undefined : { tag, start, end: start + length };
}
