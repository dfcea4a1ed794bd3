/** What the device signs in a response (ISO/IEC 18013-5, 8.3.2.1.2.2). */
import { type CborMap, type CborValue, isCborMap } from '@countersign/shared/mdoc/cbor-value';
import { embeddedCbor, readDocumentCbor } from './embedded-cbor.ts';
import type { NameSpaces } from './issuer-signed-items.ts';
import { MdocError } from './mdoc-error.ts';

/** The parts of `deviceSigned`, not verified. */
export interface DeviceSigned {
  /** DeviceNameSpacesBytes as received, with the tag's head: part of the signed bytes. */
  readonly nameSpacesBytes: Buffer;
  /** Elements that the device states itself. */
  readonly nameSpaces: NameSpaces;
  /** `deviceAuth`; empty if it is absent or not a map. */
  readonly auth: CborMap;
}

const NO_AUTH: CborMap = new Map();

/**
 * Reads `deviceSigned`.
 * @returns undefined if absent
 * @throws MdocError `presentation_format`
 */
export function readDeviceSigned(value: CborValue): DeviceSigned | undefined {
  if (value === undefined) return undefined;
  if (!isCborMap(value)) throw malformed('deviceSigned');
  const embedded = embeddedCbor(value.get('nameSpaces'));
  if (embedded === undefined) throw malformed('deviceSigned.nameSpaces');
  const auth = value.get('deviceAuth');
  return {
    nameSpacesBytes: embedded.encoded,
    nameSpaces: readNameSpaces(readDocumentCbor(embedded.content)),
    auth: auth !== undefined && isCborMap(auth) ? auth : NO_AUTH,
  };
}

function readNameSpaces(value: CborValue): NameSpaces {
  if (value === undefined || !isCborMap(value)) throw malformed('deviceSigned.nameSpaces');
  const entries = [...value].map(([nameSpace, elements]): [string, ReadonlyMap<string, CborValue>] => {
    if (typeof nameSpace !== 'string' || elements === undefined || !isCborMap(elements) || !hasTextKeys(elements)) {
      throw malformed('deviceSigned.nameSpaces');
    }
    return [nameSpace, elements];
  });
  return new Map(entries);
}

function hasTextKeys(map: CborMap): map is ReadonlyMap<string, CborValue> {
  return [...map.keys()].every((key) => typeof key === 'string');
}

function malformed(detail: string): MdocError {
  return new MdocError('presentation_format', { detail });
}
