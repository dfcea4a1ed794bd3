/** Issuing of ISO mdoc: IssuerSigned with its mobile security object (ISO/IEC 18013-5, 8.3.2.1.2 and 9.1.2.4; OpenID4VCI 1.0, A.2). */
import type { PublicJwk, SigningKey } from '@countersign/shared/crypto/keys';
import { sha256 } from '@countersign/shared/crypto/sha256';
import type { Random } from '@countersign/shared/kernel/random';
import { type CborKey, type CborMap, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { COSE_NUMBER } from '@countersign/shared/mdoc/cose-algorithms';
import { COSE_HEADER } from '@countersign/shared/mdoc/cose-header';
import { coseKeyOf } from '@countersign/shared/mdoc/cose-key';
import { signCoseSign1 } from '@countersign/shared/mdoc/cose-sign1';
import { embedCbor, writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { writeX5chain } from '@countersign/shared/mdoc/x5chain';

export interface IssueMdocOptions {
  readonly docType: string;
  /** Element values by namespace and identifier. */
  readonly nameSpaces: ReadonlyMap<string, ReadonlyMap<string, CborValue>>;
  /** The wallet's proven key. */
  readonly deviceKey: PublicJwk;
  /** Namespaces whose elements the device may sign itself. */
  readonly deviceNameSpaces?: readonly string[];
  /** Milliseconds; written in whole seconds, rounded down. `signed` ≤ `validFrom` < `validUntil`. */
  readonly validity: MdocValidity;
  /** Its entry in a status list, if any. */
  readonly status?: { readonly uri: string; readonly idx: number } | undefined;
  /** The document signer's key with its chain. */
  readonly key: Pick<SigningKey, 'alg' | 'sign' | 'x5c'>;
  /** Members of the protected header in addition to `alg`. */
  readonly header?: CborMap | undefined;
  readonly random: Random;
}

export interface MdocValidity {
  readonly signed: number;
  readonly validFrom: number;
  readonly validUntil: number;
}

/** ISO/IEC 18013-5, 9.1.2.5: at least 16 bytes. */
const RANDOM_BYTES = 32;

/**
 * Signs a credential.
 * @returns base64url of the CBOR of IssuerSigned
 * @throws RangeError if the times are in a different order, or no namespace has an element
 */
export async function issueMdoc(options: IssueMdocOptions): Promise<string> {
  const nameSpaces = new Map<CborKey, CborValue>();
  const valueDigests = new Map<CborKey, CborValue>();
  for (const [namespace, elements] of options.nameSpaces) {
    // ISO/IEC 18013-5, 8.3.2.1.2.2: a namespace has at least one item.
    if (elements.size === 0) continue;
    const { items, digests } = issuerSignedItems(elements, options.random);
    nameSpaces.set(namespace, items);
    valueDigests.set(namespace, digests);
  }
  if (nameSpaces.size === 0) throw new RangeError('An mdoc has at least one element');
  const payload = writeCbor(embedCbor(writeCbor(securityObject(options, valueDigests))));
  const { alg, sign, x5c } = options.key;
  const unprotected: CborMap = new Map([[COSE_HEADER.x5chain, writeX5chain(x5c)]]);
  const protectedHeader: CborMap = new Map([[COSE_HEADER.algorithm, COSE_NUMBER[alg]], ...(options.header ?? [])]);
  const issuerAuth = await signCoseSign1({ protectedHeader, unprotected, payload, sign });
  const signed = new Map<CborKey, CborValue>([
    ['nameSpaces', nameSpaces],
    ['issuerAuth', issuerAuth],
  ]);
  return writeCbor(signed).toString('base64url');
}

interface SignedItems {
  readonly items: readonly Tagged[];
  /** By digest id. The order of the ids reveals nothing about the elements. */
  readonly digests: CborMap;
}

function issuerSignedItems(elements: ReadonlyMap<string, CborValue>, random: Random): SignedItems {
  const ids = shuffledIds(elements.size, random);
  const digests: Buffer[] = [];
  const items = [...elements].map(([elementIdentifier, elementValue], index) => {
    const digestID = ids[index] as number;
    const item = new Map<CborKey, CborValue>([
      ['digestID', digestID],
      ['random', random(RANDOM_BYTES)],
      ['elementIdentifier', elementIdentifier],
      ['elementValue', elementValue],
    ]);
    const encoded = writeCbor(embedCbor(writeCbor(item)));
    // ISO/IEC 18013-5, 9.1.2.5: the digest is over the tag and its byte string.
    digests[digestID] = sha256(encoded);
    return new Tagged(TAG.embedded, undefined, encoded);
  });
  return { items, digests: new Map(digests.entries()) };
}

/** The numbers from 0 in an order of equal chance (Fisher and Yates). */
function shuffledIds(count: number, random: Random): readonly number[] {
  const ids = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const chosen = below(last + 1, random);
    [ids[last], ids[chosen]] = [ids[chosen] as number, ids[last] as number];
  }
  return ids;
}

const RANDOM_NUMBERS = 2 ** 32;

/** A number below a limit. Draws again above the last multiple of the limit, so that no number is likelier. */
function below(limit: number, random: Random): number {
  const end = RANDOM_NUMBERS - (RANDOM_NUMBERS % limit);
  for (;;) {
    const drawn = random(4).readUInt32BE();
    if (drawn < end) return drawn % limit;
  }
}

/** ISO/IEC 18013-5, 9.1.2.4: what the device may sign itself, if anything. */
function deviceKeyInfo({ deviceKey, deviceNameSpaces }: IssueMdocOptions): CborMap {
  const key = [['deviceKey', coseKeyOf(deviceKey)]] as const;
  if (deviceNameSpaces === undefined) return new Map<CborKey, CborValue>(key);
  return new Map<CborKey, CborValue>([...key, ['keyAuthorizations', new Map([['nameSpaces', deviceNameSpaces]])]]);
}

function securityObject(options: IssueMdocOptions, valueDigests: CborMap): CborMap {
  const { docType, validity, status } = options;
  return new Map<CborKey, CborValue>([
    ['version', '1.0'],
    ['digestAlgorithm', 'SHA-256'],
    ['valueDigests', valueDigests],
    ['deviceKeyInfo', deviceKeyInfo(options)],
    ['docType', docType],
    ['validityInfo', validityInfo(validity)],
    ...(status === undefined ? [] : [['status', statusReference(status)] as const]),
  ]);
}

/** ISO/IEC 18013-5, 9.1.2.4: UTC, without a fraction of a second. */
function validityInfo({ signed, validFrom, validUntil }: MdocValidity): CborMap {
  if (!(signed <= validFrom && validFrom < validUntil)) {
    throw new RangeError('The times of an mdoc are not in order: signed, validFrom, validUntil');
  }
  return new Map<CborKey, CborValue>([
    ['signed', dateTime(signed)],
    ['validFrom', dateTime(validFrom)],
    ['validUntil', dateTime(validUntil)],
  ]);
}

function dateTime(milliseconds: number): Tagged {
  return new Tagged(TAG.dateTime, `${new Date(milliseconds).toISOString().slice(0, 19)}Z`);
}

/** Token Status List, 6.3: a reference in COSE and ISO mdoc. */
function statusReference({ uri, idx }: { readonly uri: string; readonly idx: number }): CborMap {
  const list = new Map<CborKey, CborValue>([
    ['idx', idx],
    ['uri', uri],
  ]);
  return new Map([['status_list', list]]);
}
