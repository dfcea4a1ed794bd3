/** An mdoc in the hands of its holder, read and verified as a verifier does when the holder shows all of it. */
import assert from 'node:assert/strict';
import {
  type CborKey,
  type CborMap,
  type CborValue,
  isCborMap,
  type Tagged,
} from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { type PresentedDocument, readDeviceResponse } from '@countersign/verifier/mdoc/device-response';
import { verifyIssuerAuth } from '@countersign/verifier/mdoc/verify-document';
import { elementToJson } from '@countersign/verifier/presentation/element-to-json';
import type { WalletKey } from '@countersign/wallet/jwt/keys';
import type { TestServer } from './server.ts';

export interface HeldMdoc {
  readonly document: PresentedDocument;
  /** Elements by namespace, as JSON. */
  readonly claims: unknown;
  /** Random values of all items, hexadecimal. */
  readonly randoms: readonly string[];
  /** Identifiers in the order of their digest ids, by namespace. */
  readonly order: ReadonlyMap<CborKey, string>;
  /** The times of the MSO as written. */
  readonly times: Readonly<Record<string, unknown>>;
  readonly status: { readonly idx: number; readonly uri: string };
}

/** Reads an IssuerSigned: every digest is compared, the signature is verified under the anchors of the tenant. */
export async function heldMdoc(
  server: Pick<TestServer, 'platform'>,
  tenant: string,
  docType: string,
  credential: string,
): Promise<HeldMdoc> {
  const { document, claims } = await heldDocument(server, tenant, docType, credential);
  const issuerSigned = mapOf(readCbor(Buffer.from(credential, 'base64url')));
  const items = [...mapOf(issuerSigned.get('nameSpaces'))].map(
    ([namespace, list]) => [namespace, (list as readonly Tagged[]).map(itemOf)] as const,
  );
  return {
    document,
    claims,
    randoms: items.flatMap(([, list]) => list.map((item) => (item.get('random') as Buffer).toString('hex'))),
    order: new Map(items.map(([namespace, list]) => [namespace, orderOf(list)])),
    times: Object.fromEntries([...mapOf(document.mso.validityInfo)].map(([name, at]) => [name, (at as Tagged).value])),
    status: elementToJson(mapOf(document.mso.status).get('status_list')) as unknown as HeldMdoc['status'],
  };
}

/** The same of an mdoc that may have no status. */
export async function heldDocument(
  server: Pick<TestServer, 'platform'>,
  tenant: string,
  docType: string,
  credential: string,
): Promise<Pick<HeldMdoc, 'document' | 'claims'>> {
  const issuerSigned = readCbor(Buffer.from(credential, 'base64url'));
  const shown = new Map<CborKey, CborValue>([
    ['docType', docType],
    ['issuerSigned', issuerSigned],
  ]);
  const response = new Map<CborKey, CborValue>([
    ['version', '1.0'],
    ['documents', [shown]],
    ['status', 0],
  ]);
  const document = readDeviceResponse(writeCbor(response));
  const { keys, clock } = server.platform;
  verifyIssuerAuth(document, { anchors: await keys.anchors(tenant, 'mdoc'), now: clock() });
  return { document, claims: elementToJson(document.nameSpaces) };
}

/** Asserts that the device key is the proven key, with its public members and nothing else. */
export function assertDeviceKey({ document }: HeldMdoc, { publicJwk }: WalletKey): void {
  const key = mapOf(document.mso.deviceKey);
  assert.deepEqual([...key.keys()], [1, -1, -2, -3]);
  assert.deepEqual([key.get(1), key.get(-1)], [2, 1]);
  assert.equal((key.get(-2) as Buffer).toString('base64url'), publicJwk.x);
  assert.equal((key.get(-3) as Buffer).toString('base64url'), publicJwk.y);
}

function itemOf(item: Tagged): CborMap {
  return mapOf(readCbor(item.value as Buffer));
}

function orderOf(items: readonly CborMap[]): string {
  const ordered = [...items].sort((a, b) => Number(a.get('digestID')) - Number(b.get('digestID')));
  return ordered.map((item) => item.get('elementIdentifier')).join();
}

function mapOf(value: CborValue): CborMap {
  assert.ok(value !== undefined && isCborMap(value));
  return value;
}
