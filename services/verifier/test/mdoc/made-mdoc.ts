/** Creates documents as an issuer and a wallet do. Each step can be changed. */
import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { createAuthority } from '@countersign/shared/crypto/certificates';
import { generateKeyPair, type KeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { systemRandom } from '@countersign/shared/kernel/random';
import { type CborKey, type CborMap, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { coseKeyOf } from '@countersign/shared/mdoc/cose-key';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { type IntermediateOptions, makeIntermediate } from '@countersign/shared/test/crypto/intermediate';
import { dcApiTranscript } from '../../src/mdoc/session-transcript.ts';

export const MDL = 'org.iso.18013.5.1.mDL';
export const MDL_NAMESPACE = 'org.iso.18013.5.1';
export const NOT_BEFORE = Date.UTC(2030, 0, 1);
export const NOT_AFTER = Date.UTC(2031, 0, 1);
/** Within the validity of the certificates and of the documents. */
export const NOW = Date.UTC(2030, 5, 1);
/** 1.0.18013.5.1.2 */
export const DOCUMENT_SIGNER = '1.0.18013.5.1.2';

export const transcript = dcApiTranscript({
  origin: 'https://shop.example',
  nonce: 'n-0S6_WzA2Mj',
  jwkThumbprint: null,
});

/** An issuer: a CA, and a document signer under it. */
export interface MadeIssuer {
  readonly anchor: X509Certificate;
  readonly anchorPem: string;
  readonly anchorKeys: KeyPair;
  readonly signer: X509Certificate;
  readonly signerKey: KeyObject;
}

/** Makes an issuer. @param options of the signer's certificate */
export async function makeIssuer(options: Partial<IntermediateOptions> = {}): Promise<MadeIssuer> {
  const anchorKeys = generateKeyPair();
  const host = certificateHost('https://iaca.example');
  const validity = { notBefore: NOT_BEFORE, notAfter: NOT_AFTER };
  const anchorPem = await createAuthority({
    ...validity,
    tenant: 'acme',
    host,
    random: systemRandom,
    keys: anchorKeys,
  });
  const keys = options.keys ?? generateKeyPair();
  const signer = await makeIntermediate({
    ...validity,
    keys,
    issuer: { certificate: anchorPem, keys: anchorKeys },
    ca: false,
    subject: 'CN=signer',
    purposes: [DOCUMENT_SIGNER],
    purposesCritical: true,
    ...options,
  });
  return { anchor: new X509Certificate(anchorPem), anchorPem, anchorKeys, signer, signerKey: keys.privateKey };
}

/** The members of an item, in order. */
export type Item = readonly (readonly [string, CborValue])[];

/** The changes, in the order in which a document is created. Each function receives the correct value. */
export interface Changes {
  /** In the MSO and in the document; default the mobile driving licence. */
  readonly docType?: string;
  /** Values by element, by namespace. */
  readonly elements?: Readonly<Record<string, Readonly<Record<string, CborValue>>>>;
  /** Changes an item before its digest is computed. */
  readonly item?: (item: Item, identifier: string) => Item;
  /** The hash of a digest; default SHA-256. */
  readonly hash?: string;
  /** Changes the MSO, before it is signed. */
  readonly mso?: (mso: CborMap) => CborMap;
  /** Payload of `issuerAuth`, before it is signed. */
  readonly payload?: (payload: Buffer) => Buffer;
  /** Protected header of the issuer. */
  readonly header?: CborMap | Buffer;
  /** Unprotected header of the issuer. */
  readonly unprotected?: (header: CborMap) => CborMap;
  /** The array of `issuerAuth` after it was signed. */
  readonly issuerAuth?: (message: readonly CborValue[]) => CborValue;
  readonly nameSpaces?: (nameSpaces: CborMap) => CborValue;
  readonly deviceKey?: KeyPair;
  readonly deviceNameSpaces?: CborValue;
  readonly deviceHeader?: CborMap;
  readonly deviceSigned?: (deviceSigned: CborMap) => CborValue;
  /** Encoded; default `transcript`. */
  readonly transcript?: Buffer;
  /** The key that signs for the device. */
  readonly deviceSigner?: KeyObject;
  readonly deviceHash?: string;
  /** The array of `deviceSignature` after it was signed. */
  readonly deviceSignature?: (message: readonly CborValue[], deviceAuthentication: Buffer) => CborValue;
  readonly document?: (document: CborMap) => CborMap;
  readonly response?: (response: CborMap) => CborMap;
}

const ELEMENTS = {
  [MDL_NAMESPACE]: { family_name: 'Möbius', given_name: 'Erika', age_over_18: true, document_number: 'X1' },
};
const ES256 = new Map([[1, -7]]);

/** Makes a response with one document. @returns the encoded DeviceResponse */
export function makeResponse(issuer: MadeIssuer, changes: Changes = {}): Buffer {
  const { docType = MDL } = changes;
  const { nameSpaces, valueDigests } = makeItems(changes);
  const deviceKeys = changes.deviceKey ?? generateKeyPair();
  const mso = map([
    ['version', '1.0'],
    ['digestAlgorithm', 'SHA-256'],
    ['valueDigests', valueDigests],
    ['deviceKeyInfo', map([['deviceKey', coseKeyOf(publicJwkOf(deviceKeys.publicKey))]])],
    ['docType', docType],
    [
      'validityInfo',
      map([
        ['signed', dateTime('2030-02-01T00:00:00Z')],
        ['validFrom', dateTime('2030-02-01T00:00:00Z')],
        ['validUntil', dateTime('2030-08-01T00:00:00Z')],
      ]),
    ],
  ]);
  const document = map([
    ['docType', docType],
    [
      'issuerSigned',
      map([
        ['nameSpaces', applied(changes.nameSpaces, nameSpaces)],
        ['issuerAuth', issuerAuthOf(issuer, applied(changes.mso, mso), changes)],
      ]),
    ],
    ['deviceSigned', makeDeviceSigned(docType, deviceKeys, changes)],
  ]);
  const response = map([
    ['version', '1.0'],
    ['documents', [applied(changes.document, document)]],
    ['status', 0],
  ]);
  return writeCbor(applied(changes.response, response));
}

/** A map; a value `undefined` leaves the member out. */
export function map(entries: readonly (readonly [CborKey, CborValue])[]): CborMap {
  return new Map(entries.filter(([, value]) => value !== undefined));
}

/** The map with other members; `undefined` leaves one out. */
export function changed(of: CborMap, entries: readonly (readonly [CborKey, CborValue])[]): CborMap {
  return map([...new Map([...of, ...entries])]);
}

/** A map that is a member of a map. */
export function member(of: CborMap, name: CborKey): CborMap {
  return of.get(name) as CborMap;
}

export function dateTime(text: CborValue): Tagged {
  return new Tagged(TAG.dateTime, text);
}

/** Tag 24 around a value. */
export function embedded(value: CborValue): Tagged {
  return new Tagged(TAG.embedded, writeCbor(value));
}

function applied<In, Out>(change: ((value: In) => Out) | undefined, value: In): In | Out {
  return change === undefined ? value : change(value);
}

function makeItems(changes: Changes): { readonly nameSpaces: CborMap; readonly valueDigests: CborMap } {
  const nameSpaces = new Map<string, CborValue>();
  const valueDigests = new Map<string, CborMap>();
  for (const [nameSpace, elements] of Object.entries(changes.elements ?? ELEMENTS)) {
    const items = Object.entries(elements).map(([identifier, value], digestID) => {
      const item: Item = [
        ['digestID', digestID],
        ['random', Buffer.alloc(32, digestID + 1)],
        ['elementIdentifier', identifier],
        ['elementValue', value],
      ];
      return embedded(new Map(changes.item?.(item, identifier) ?? item));
    });
    nameSpaces.set(nameSpace, items);
    valueDigests.set(nameSpace, new Map(items.map((item, id) => [id, digestOf(item, changes.hash)])));
  }
  return { nameSpaces, valueDigests };
}

/** The digest of an item. */
export function digestOf(item: CborValue, hash = 'sha256'): Buffer {
  return createHash(hash).update(writeCbor(item)).digest();
}

function issuerAuthOf(issuer: MadeIssuer, mso: CborMap, changes: Changes): CborValue {
  const payload = applied(changes.payload, writeCbor(embedded(mso)));
  const header = changes.header ?? ES256;
  const unprotected = applied(changes.unprotected, map([[33, issuer.signer.raw]]));
  const message = signed({ header, unprotected, payload, content: payload, key: issuer.signerKey });
  return applied(changes.issuerAuth, message);
}

function makeDeviceSigned(docType: string, { privateKey }: KeyPair, changes: Changes): CborValue {
  const nameSpaces = embedded(changes.deviceNameSpaces ?? new Map());
  const authentication = writeCbor(
    new Tagged(
      TAG.embedded,
      Buffer.concat([
        Buffer.of(0x84),
        writeCbor('DeviceAuthentication'),
        changes.transcript ?? transcript,
        writeCbor(docType),
        writeCbor(nameSpaces),
      ]),
    ),
  );
  const header = changes.deviceHeader ?? ES256;
  const key = changes.deviceSigner ?? privateKey;
  const hash = changes.deviceHash ?? 'sha256';
  const message = signed({ header, unprotected: new Map(), payload: null, content: authentication, key, hash });
  const deviceSignature = changes.deviceSignature?.(message, authentication) ?? message;
  const deviceSigned = map([
    ['nameSpaces', nameSpaces],
    ['deviceAuth', map([['deviceSignature', deviceSignature]])],
  ]);
  return applied(changes.deviceSigned, deviceSigned);
}

/** The parts of a COSE_Sign1. */
interface Message {
  readonly header: CborMap | Buffer;
  readonly unprotected: CborMap;
  readonly payload: Buffer | null;
  readonly content: Buffer;
  readonly key: KeyObject;
  readonly hash?: string;
}

function signed({ header, unprotected, payload, content, key, hash = 'sha256' }: Message): readonly CborValue[] {
  const protectedBytes = Buffer.isBuffer(header) ? header : writeCbor(header);
  const input = writeCbor(['Signature1', protectedBytes, Buffer.alloc(0), content]);
  return [protectedBytes, unprotected, payload, sign(hash, input, { key, dsaEncoding: 'ieee-p1363' })];
}
