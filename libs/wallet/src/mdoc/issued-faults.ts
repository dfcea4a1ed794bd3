/** A strict wallet's checks of a received mdoc (ISO/IEC 18013-5, 9.1.2; OpenID4VCI 1.0, A.2; HAIP 1.0). Pure. */
import { type KeyObject, X509Certificate } from 'node:crypto';
import type { WalletKey } from '../jwt/keys.ts';
import { type Cbor, CborTag, FULL_DATE } from './cbor.ts';
import { ALG, ES256, verifySign1 } from './cose.ts';
import {
  chainOf,
  digestOf,
  type IssuedItem,
  type IssuerSigned,
  isMdoc,
  readIssuerSigned,
  type SecurityObject,
  securityObjectOf,
} from './issuer-signed.ts';

export interface ExpectedMdoc {
  readonly credential: string;
  /** Key of the proof in the credential request. */
  readonly key: Pick<WalletKey, 'publicJwk'>;
  /** From the issuer's metadata. */
  readonly docType: string | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/** How far the clock of the issuer may be ahead, milliseconds. */
const SKEW = 60_000;
const LEAST_RANDOM = 16;
const MDL = 'org.iso.18013.5.1.mDL';
/** Extended key usage of a document signer of driving licences (ISO/IEC 18013-5, B.1.4). */
const MDL_SIGNER = '1.0.18013.5.1.2';

/** Why the wallet refuses the credential; empty if it accepts it. */
export function issuedFaults(expected: ExpectedMdoc): readonly string[] {
  if (!isMdoc(expected.credential)) return ['it is not valid base64url'];
  try {
    const issued = readIssuerSigned(expected.credential);
    const object = securityObjectOf(issued);
    const [leaf, ...chain] = chainOf(issued).map((one) => new X509Certificate(one));
    return [
      ...objectFaults(object, expected),
      ...digestFaults(issued, object),
      ...elementFaults(issued),
      ...validityFaults(object, leaf, expected.now),
      ...chainFaults(leaf, chain, object.docType),
      ...signatureFaults(issued, leaf?.publicKey),
      ...statusFaults(object.status),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function objectFaults(object: SecurityObject, { docType, key }: ExpectedMdoc): readonly string[] {
  const { x, y } = object.deviceKey;
  return [
    ...(object.version === '1.0' ? [] : ['the version of the mobile security object is not 1.0']),
    ...(object.digestAlgorithm === 'SHA-256' ? [] : ['the digest algorithm is not SHA-256']),
    ...(object.docType === docType ? [] : [`docType is ${object.docType}, and the metadata has ${docType}`]),
    ...(x === key.publicJwk.x && y === key.publicJwk.y ? [] : ["the device key is not the proof's key"]),
  ];
}

function digestFaults({ nameSpaces }: IssuerSigned, { valueDigests }: SecurityObject): readonly string[] {
  if (nameSpaces.size === 0) return ['it has no elements'];
  return [...nameSpaces].flatMap(([space, items]) => {
    const digests = valueDigests.get(space);
    if (!(digests instanceof Map)) return [`the namespace ${space} has no digests`];
    return [...(items.length === 0 ? [`the namespace ${space} is empty`] : []), ...itemFaults(items, digests)];
  });
}

function itemFaults(items: readonly IssuedItem[], digests: ReadonlyMap<Cbor, Cbor>): readonly string[] {
  return items.flatMap((item) => {
    const { digestId, random, name } = item;
    const digest = digests.get(digestId);
    const twins = items.filter((other) => other.digestId === digestId || other.name === name);
    const isSigned = digest instanceof Uint8Array && digestOf(item).equals(digest);
    return [
      ...(isSigned ? [] : [`the digest of ${name} is another`]),
      ...(twins.length === 1 ? [] : [`${name} is there twice, or its digestID`]),
      ...(digestId >= 0 && digestId < 2 ** 31 ? [] : [`the digestID of ${name} is beyond 31 bits`]),
      ...(random.length >= LEAST_RANDOM ? [] : [`the random of ${name} is shorter than ${LEAST_RANDOM} bytes`]),
    ];
  });
}

/** Forms of elements that other wallets read by their type (ISO/IEC 18013-5, 7.2.1; PID Rulebook). */
const FORMS: readonly (readonly [RegExp, string, (value: Cbor) => boolean])[] = [
  [
    /^(birth_date|expiry_date|issue_date)$/,
    'a date',
    (value) => value instanceof CborTag && (value.tag === FULL_DATE || value.tag === 0),
  ],
  [/^portrait$/, 'bytes', (value) => value instanceof Uint8Array],
  [/^age_over_\d\d$/, 'a boolean', (value) => typeof value === 'boolean'],
  [/^driving_privileges$/, 'a list', (value) => Array.isArray(value)],
];

const KNOWN_SPACES = /^(org\.iso\.18013\.5\.1|eu\.europa\.ec\.eudi\.pid\.1)$/;

function elementFaults({ nameSpaces }: IssuerSigned): readonly string[] {
  return [...nameSpaces].flatMap(([space, items]) =>
    (KNOWN_SPACES.test(space) ? items : []).flatMap(({ name, value }) =>
      FORMS.filter(([names, , fits]) => names.test(name) && !fits(value)).map(([, form]) => `${name} is not ${form}`),
    ),
  );
}

function validityFaults(
  { signed, validFrom, validUntil }: SecurityObject,
  leaf: X509Certificate | undefined,
  now: number,
): readonly string[] {
  const inside = leaf !== undefined && signed >= Date.parse(leaf.validFrom) && signed <= Date.parse(leaf.validTo);
  return [
    ...(signed <= validFrom && validFrom < validUntil ? [] : ['its times are out of order']),
    ...(signed <= now + SKEW && validFrom <= now + SKEW ? [] : ['it is not valid yet']),
    ...(now < validUntil ? [] : ['it has expired']),
    ...(inside ? [] : ["it was signed outside the certificate's validity"]),
  ];
}

function chainFaults(
  leaf: X509Certificate | undefined,
  chain: readonly X509Certificate[],
  docType: string,
): readonly string[] {
  const all = leaf === undefined ? [] : [leaf, ...chain];
  const linked = all.every((one, index) => {
    const by = all[index + 1];
    return by === undefined || (one.checkIssued(by) && one.verify(by.publicKey));
  });
  const usages: readonly string[] = leaf?.keyUsage ?? [];
  return [
    ...(linked ? [] : ['the chain is not in order']),
    ...(all.some((one) => one.checkIssued(one)) ? ['the chain contains a self-signed certificate'] : []),
    ...(leaf?.ca === true ? ['the signer is a CA'] : []),
    ...(docType !== MDL || usages.includes(MDL_SIGNER) ? [] : ['the signer may not sign driving licences']),
  ];
}

/** `x5t` and `x5u`, which European credentials have there (ETSI TS 119 472-1, 6.6.2). */
const REFERENCES: ReadonlySet<unknown> = new Set([34, 35]);

function signatureFaults({ issuerAuth }: IssuerSigned, key: KeyObject | undefined): readonly string[] {
  const { protectedHeader, unprotectedHeader } = issuerAuth;
  const others = [...protectedHeader.keys()].some((label) => label !== ALG && !REFERENCES.has(label));
  const isRight = !others && protectedHeader.get(ALG) === ES256 && !unprotectedHeader.has(ALG);
  return [
    ...(isRight ? [] : ['the protected header contains more than the algorithm -7']),
    ...(key !== undefined && verifySign1(issuerAuth, key) ? [] : ["the issuer's signature is invalid"]),
  ];
}

/** A reference to a status list, or none (HAIP 1.0, 5.3.1; Token Status List, 6.3.2). */
function statusFaults(status: Cbor): readonly string[] {
  if (status === undefined) return [];
  const list = status instanceof Map ? status.get('status_list') : undefined;
  if (!(status instanceof Map) || status.size !== 1 || !(list instanceof Map) || list.size !== 2) {
    return ['status does not refer to a status list'];
  }
  const [idx, uri] = [list.get('idx'), list.get('uri')];
  const isReference = typeof idx === 'number' && idx >= 0 && typeof uri === 'string' && URL.canParse(uri);
  return isReference ? [] : ['the reference to the status list has no idx or no uri'];
}
