/** An mdoc that matches a query, from a document signer created for one dry run. */
import { X509Certificate } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { type ElementType, standardElementType } from '@countersign/shared/mdoc/element-types';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { type Cbor, CborTag, DATE_TIME, FULL_DATE } from '@countersign/wallet/mdoc/cbor';
import { makeIssuerSigned } from '@countersign/wallet/mdoc/make-issuer-signed';
import { discloseAsked } from '@countersign/wallet/presentation/disclose';
import type { CredentialQuery, HeldCredential } from '@countersign/wallet/presentation/present';
import { type Authority, createDocumentSigner, createIaca } from '@countersign/wallet/provider/certificates';
import { list, member, pathOf } from '../warnings/claim-names.ts';

const DAY = 86_400_000;
/** ISO 3166-1 reserves it for users. */
const COUNTRY = 'XX';
/** The value of an element without its own type if the query specifies no values. */
const SAMPLE = 'Sample';
const SAMPLE_DATE = '2000-01-01';

/** An IACA for one run. @param now milliseconds */
export function runIaca(now: number): Authority {
  return createIaca('IACA of a dry run', COUNTRY, { notBefore: now - DAY, notAfter: now + DAY });
}

/**
 * An mdoc of a credential query's type, with the elements that it lists and no others.
 * @param now milliseconds
 * @param deviceNamespaces whose elements the device may sign
 */
export function madeMdoc(
  query: JsonObject,
  iaca: Authority,
  now: number,
  deviceNamespaces: readonly string[] = [],
): HeldCredential {
  const signer = newWalletKey();
  const key = newWalletKey();
  const validity = { notBefore: now - DAY, notAfter: now + DAY };
  const leaf = new X509Certificate(createDocumentSigner(iaca, 'Signer of a dry run', validity, signer));
  const credential = makeIssuerSigned({
    docType: docTypeOf(query),
    nameSpaces: cborOf(elementsFor(query)),
    deviceKey: key,
    signed: now,
    validUntil: now + DAY,
    deviceNamespaces,
    signer,
    chain: [leaf.raw],
  });
  return { credential: discloseAsked(credential, query as unknown as CredentialQuery), key };
}

/** The elements that a query lists, by namespace, each with the first value it accepts, as JSON. */
export function elementsFor(query: JsonObject): JsonObject {
  const found: Record<string, Record<string, Json>> = {};
  for (const claim of list(query, 'claims')) {
    const [space, name] = pathOf(claim) ?? [];
    if (typeof space !== 'string' || typeof name !== 'string') continue;
    const [value = sampleOf(standardElementType(space, name))] = list(claim, 'values');
    found[space] = { ...found[space], [name]: value };
  }
  return found;
}

function docTypeOf(query: JsonObject): string {
  const { doctype_value: asked } = member(query, 'meta');
  return typeof asked === 'string' ? asked : 'org.example.any';
}

function sampleOf(type: ElementType | undefined): Json {
  switch (type) {
    case 'bool':
      return true;
    case 'integer':
      return 1;
    case 'full-date':
    case 'date':
      return SAMPLE_DATE;
    case 'tdate':
      return `${SAMPLE_DATE}T00:00:00Z`;
    case 'bytes':
      return 'AAAA';
    case 'array':
      return [];
    case 'map':
      return {};
    default:
      return typeof type === 'object' ? ('items' in type ? [] : {}) : SAMPLE;
  }
}

/** An mdoc needs at least one element. For a query that lists none, the mdoc has one that is not shown. */
function cborOf(elements: JsonObject): Record<string, Record<string, Cbor>> {
  const spaces = Object.entries(elements).map(([space, named]) => [
    space,
    Object.fromEntries(
      Object.entries(isObject(named) ? named : {}).map(([name, value]) => [
        name,
        cborValue(value ?? null, standardElementType(space, name)),
      ]),
    ),
  ]);
  return spaces.length === 0 ? { 'org.example': { sample: true } } : Object.fromEntries(spaces);
}

function cborValue(value: Json, type: ElementType | undefined): Cbor {
  if (typeof value === 'string') {
    if (type === 'full-date' || type === 'date') return new CborTag(FULL_DATE, value);
    if (type === 'tdate') return new CborTag(DATE_TIME, value);
    if (type === 'bytes') return Buffer.from(value, 'base64url');
    return value;
  }
  if (isObject(value)) {
    return new Map(Object.entries(value).map(([name, item]) => [name, cborValue(item ?? null, undefined)]));
  }
  return Array.isArray(value) ? value.map((item: Json) => cborValue(item, undefined)) : (value as Cbor);
}
