/** Mdocs and device responses that were changed after they were signed. */
import { X509Certificate } from 'node:crypto';
import { newWalletKey } from '../jwt/keys.ts';
import { type Cbor, type CborMap, CborTag, decodeCbor, EMBEDDED, encodeCbor } from '../mdoc/cbor.ts';
import { ALG, ES256, type Sign1, signSign1, X5CHAIN } from '../mdoc/cose.ts';
import type { DeviceResponseParts } from '../mdoc/device-response.ts';
import { type IssuedItem, mapOf, type NameSpaces } from '../mdoc/issuer-signed.ts';
import { dateTime, makeItem } from '../mdoc/make-issuer-signed.ts';
import { createDocumentSigner, createIaca } from '../provider/certificates.ts';

type PartsChange = (parts: DeviceResponseParts) => DeviceResponseParts;
type ResponseChange = (response: CborMap, parts: DeviceResponseParts) => CborMap;

const DAY = 86_400_000;

/** Elements that were not requested, or that replace requested ones. */
export function elements(change: (nameSpaces: NameSpaces) => NameSpaces): PartsChange {
  return ({ issuerSigned, ...parts }) => ({
    ...parts,
    issuerSigned: { ...issuerSigned, nameSpaces: change(issuerSigned.nameSpaces) },
  });
}

/** Another `issuerAuth`. */
export function issuerAuth(change: (signed: Sign1) => Sign1): PartsChange {
  return ({ issuerSigned, ...parts }) => ({
    ...parts,
    issuerSigned: { ...issuerSigned, issuerAuth: change(issuerSigned.issuerAuth) },
  });
}

/** Other members of the mobile security object; the signature stays. */
export function securityObject(change: (object: CborMap) => CborMap): PartsChange {
  return issuerAuth((signed) => ({ ...signed, payload: reencoded(signed.payload, change) }));
}

/** Other members of the one document, after the device has signed it. */
export function document(change: (members: CborMap, parts: DeviceResponseParts) => CborMap): ResponseChange {
  return (response, parts) => {
    const documents = (response.get('documents') as readonly Cbor[]).map((one) =>
      change(mapOf(one, 'document'), parts),
    );
    return new Map([...response, ['documents', documents] as const]);
  };
}

/** Another `deviceAuth`. */
export function deviceAuth(change: (auth: CborMap, parts: DeviceResponseParts) => CborMap): ResponseChange {
  return document((members, parts) => {
    const signed = mapOf(members.get('deviceSigned'), 'deviceSigned');
    const auth = change(mapOf(signed.get('deviceAuth'), 'deviceAuth'), parts);
    return new Map([...members, ['deviceSigned', new Map([...signed, ['deviceAuth', auth] as const])] as const]);
  });
}

/** The first element with somebody else's value, under the same digest. */
export function withOtherValue(nameSpaces: NameSpaces): NameSpaces {
  return changedFirst(nameSpaces, ([first, ...rest]) =>
    first === undefined ? [] : [makeItem(first.digestId, first.name, 'Another', first.random), ...rest],
  );
}

/** The first element twice. */
export function withTwin(nameSpaces: NameSpaces): NameSpaces {
  return changedFirst(nameSpaces, (items) => [...items, ...items.slice(0, 1)]);
}

/** All elements under a namespace that the issuer has not signed them in. */
export function inOtherNameSpace(nameSpaces: NameSpaces): NameSpaces {
  return new Map([...nameSpaces].map(([space, items]) => [`${space}.other`, items]));
}

/** A MAC instead of a signature, with a key that no OpenID4VP verifier has. */
export function withMac(): Cbor {
  const HMAC_256 = 5;
  return [encodeCbor(new Map([[ALG, HMAC_256]])), new Map(), null, Buffer.alloc(32)];
}

/** The algorithm in the header that is not signed. */
export function unprotectedAlgorithm(signed: Sign1): Sign1 {
  const unprotectedHeader = new Map([...signed.unprotectedHeader, [ALG, ES256] as const]);
  return { ...signed, protectedHeader: new Map(), unprotectedHeader };
}

/** The same content, signed by an issuer that no tenant knows. */
export function bySelf(signed: Sign1): Sign1 {
  const now = Date.now();
  const validity = { notBefore: now - DAY, notAfter: now + DAY };
  const key = newWalletKey();
  const leaf = createDocumentSigner(createIaca('Stranger', 'UT', validity), 'Stranger', validity, key);
  const unprotectedHeader = new Map([[X5CHAIN, new X509Certificate(leaf).raw] as const]);
  return signSign1(key, { payload: signed.payload, unprotectedHeader });
}

/** With a time of the next update, which the issuer has not signed. */
export function withExpectedUpdate(object: CborMap): CborMap {
  const times = mapOf(object.get('validityInfo'), 'validityInfo');
  const update = new Map([...times, ['expectedUpdate', dateTime(Date.now() + DAY)] as const]);
  return new Map([...object, ['validityInfo', update] as const]);
}

function changedFirst(
  nameSpaces: NameSpaces,
  change: (items: readonly IssuedItem[]) => readonly IssuedItem[],
): NameSpaces {
  return new Map([...nameSpaces].map(([space, items], index) => [space, index === 0 ? change(items) : items]));
}

function reencoded(payload: Uint8Array | null, change: (object: CborMap) => CborMap): Buffer {
  const tagged = payload === null ? undefined : decodeCbor(payload);
  const content = tagged instanceof CborTag ? tagged.content : undefined;
  if (!(content instanceof Uint8Array)) throw new Error('The credential has no mobile security object');
  const object = encodeCbor(change(mapOf(decodeCbor(content), 'the mobile security object')));
  return encodeCbor(new CborTag(EMBEDDED, object));
}
