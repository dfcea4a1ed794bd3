/** An issuer of mdocs for tests and dry runs: writes and signs an IssuerSigned, without the server's code. */
import { randomBytes } from 'node:crypto';
import type { WalletKey } from '../jwt/keys.ts';
import { type Cbor, type CborMap, CborTag, DATE_TIME, EMBEDDED, embedded, encodeCbor } from './cbor.ts';
import { coseKeyOf, signSign1, X5CHAIN } from './cose.ts';
import { digestOf, type IssuedItem, issuerSignedText, readItem } from './issuer-signed.ts';

export interface MadeMdoc {
  readonly docType: string;
  /** Elements by namespace. */
  readonly nameSpaces: Readonly<Record<string, Readonly<Record<string, Cbor>>>>;
  readonly deviceKey: Pick<WalletKey, 'publicJwk'>;
  /** Milliseconds, written in whole seconds. */
  readonly signed: number;
  readonly validFrom?: number;
  readonly validUntil: number;
  readonly status?: CborMap;
  /** Namespaces whose elements the device may sign itself; default none. */
  readonly deviceNamespaces?: readonly string[];
  readonly signer: WalletKey;
  /** DER, leaf first. */
  readonly chain: readonly Uint8Array[];
  /** Replaces members of the mobile security object. */
  readonly object?: ReadonlyMap<Cbor, Cbor>;
}

/** The credential, base64url. */
export function makeIssuerSigned(made: MadeMdoc): string {
  const nameSpaces = new Map(
    Object.entries(made.nameSpaces).map(([space, elements]) => [
      space,
      Object.entries(elements).map(([name, value], digestId) => makeItem(digestId, name, value)),
    ]),
  );
  const payload = encodeCbor(embedded(new Map([...securityObject(made, nameSpaces), ...(made.object ?? [])])));
  const [leaf, ...others] = made.chain;
  const chain = others.length === 0 ? leaf : made.chain;
  const unprotectedHeader = new Map<Cbor, Cbor>([[X5CHAIN, chain]]);
  return issuerSignedText({ nameSpaces, issuerAuth: signSign1(made.signer, { payload, unprotectedHeader }) });
}

/** @param random default fresh */
export function makeItem(
  digestId: number,
  name: string,
  value: Cbor,
  random: Uint8Array = randomBytes(32),
): IssuedItem {
  const members: readonly (readonly [string, Cbor])[] = [
    ['digestID', digestId],
    ['random', random],
    ['elementIdentifier', name],
    ['elementValue', value],
  ];
  return readItem(new CborTag(EMBEDDED, encodeCbor(new Map(members))));
}

function securityObject(made: MadeMdoc, nameSpaces: ReadonlyMap<string, readonly IssuedItem[]>): Map<Cbor, Cbor> {
  const { docType, deviceKey, signed, validFrom = signed, validUntil, status, deviceNamespaces = [] } = made;
  const digests = [...nameSpaces].map(([space, items]): [Cbor, Cbor] => [
    space,
    new Map(items.map((item) => [item.digestId, digestOf(item)])),
  ]);
  const validity = { signed, validFrom, validUntil };
  return new Map<Cbor, Cbor>([
    ['version', '1.0'],
    ['digestAlgorithm', 'SHA-256'],
    ['valueDigests', new Map(digests)],
    [
      'deviceKeyInfo',
      new Map<Cbor, Cbor>([
        ['deviceKey', coseKeyOf(deviceKey)],
        ...(deviceNamespaces.length === 0
          ? []
          : [['keyAuthorizations', new Map([['nameSpaces', deviceNamespaces]])] as const]),
      ]),
    ],
    ['docType', docType],
    ['validityInfo', new Map(Object.entries(validity).map(([name, at]) => [name, dateTime(at)]))],
    ...(status === undefined ? [] : [['status', status] as const]),
  ]);
}

/** @param at milliseconds */
export function dateTime(at: number): CborTag {
  return new CborTag(DATE_TIME, `${new Date(at).toISOString().slice(0, 19)}Z`);
}
