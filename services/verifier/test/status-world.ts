/** The look-up of statuses, with fake foreign and own lists. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import type { KeyRing } from '@countersign/shared/crypto/keys';
import { bodyObject, type OperationRequest } from '@countersign/shared/http/message';
import type { Outbound, OutboundRequest, OutboundResponse } from '@countersign/shared/http/outbound';
import type { Json } from '@countersign/shared/kernel/json';
import { silentLog } from '@countersign/shared/kernel/log';
import { Tagged } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { type Environment, readSettings } from '@countersign/shared/settings/read-settings';
import { makeIntermediate } from '@countersign/shared/test/crypto/intermediate';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE } from '@countersign/shared/test/crypto/signing-key';
import { identifierMap, madeCwt } from '@countersign/shared/test/mdoc/made-cwt';
import type { StatusReference } from '../src/presentation/status-reference.ts';
import type { ListEntryReference } from '../src/trust/own-status-values.ts';
import { createStatusLists, type StatusQuestion } from '../src/trust/status-lists.ts';
import { anchor, issuer, jwtOf, NOW, SECONDS } from './presentation/presentations.ts';

export const PUBLIC_URL = 'https://verifier.example';
export const FOREIGN = 'https://issuer.example/list/1';
/** Entries 1,0,0,1,1,1,0,1 and on (Token Status List, 4.1). */
const LST = Buffer.from('78dadbb918000217015d', 'hex').toString('base64url');

const leaf = new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64'));
/** A valid entry of the list at FOREIGN. */
export const reference: ListEntryReference = {
  uri: FOREIGN,
  idx: 1,
  iss: 'https://issuer.example',
  signer: leaf,
  anchors: [anchor],
  format: 'dc+sd-jwt',
};

/** A certificate of this service that the operator provided earlier. */
export const ownLeaf = await makeIntermediate({
  keys: generateKeyPair(),
  issuer: { certificate: issuer.anchor, keys: generateKeyPair() },
  ca: false,
  names: [{ type: 'dns', value: 'verifier.example' }],
  notBefore: KEY_NOT_BEFORE,
  notAfter: KEY_NOT_AFTER,
});

const HEADER = { typ: 'statuslist+jwt', alg: 'ES256', x5c: [...issuer.x5c] };

export function tokenOf(sub: string, change: object = {}, header: object = HEADER): string {
  const payload = { sub, iat: SECONDS, ttl: 60, status_list: { bits: 1, lst: LST }, ...change };
  return jwtOf(header, payload, issuer.privateKey);
}

/** An identifier list at that address, whose identifiers are revoked. */
export function identifiersAt(uri: string, identifiers: readonly Buffer[]): Buffer {
  const list = Buffer.concat([Buffer.of(0xa1), writeCbor('identifiers'), identifierMap(identifiers)]);
  return madeCwt({
    key: issuer.privateKey,
    protectedHeader: { 1: -7, 16: 'application/identifierlist+cwt', 33: Buffer.from(issuer.x5c[0] ?? '', 'base64') },
    claims: { 2: uri, 6: SECONDS, 4: SECONDS + 3600, 65530: new Tagged(0, undefined, list) },
  });
}

type Answer = Promise<Partial<OutboundResponse>> | Partial<OutboundResponse>;

/** Answers with a valid list for any URL. */
export const served = ({ url }: OutboundRequest) => ({ body: Buffer.from(tokenOf(url)) });

/** @param answer response of the foreign lists' server */
export function statusWorld(answer: (request: OutboundRequest) => Answer = served, env: Environment = {}) {
  const { settings } = readSettings({ PUBLIC_URL, ...env });
  const fetched: OutboundRequest[] = [];
  const called: OperationRequest[] = [];
  const made = {
    now: NOW,
    answer,
    /** Answers of the status service, by list and index. */
    own: async (request: OperationRequest): Promise<readonly Json[]> =>
      (bodyObject(request).references as unknown as readonly unknown[]).map(() => 0),
  };
  const outbound: Outbound = {
    request: async (request) => {
      fetched.push(request);
      return { status: 200, headers: {}, body: Buffer.alloc(0), ...(await made.answer(request)) };
    },
  };
  const call = async (operation: string, request: OperationRequest) => {
    assert.equal(operation, 'status.values');
    called.push(request);
    return { body: { values: await made.own(request) } };
  };
  const keys = { anchors: async () => [] } as Partial<KeyRing> as KeyRing;
  const checkStatuses = createStatusLists({ settings, clock: () => made.now, log: silentLog, call, keys }, outbound);
  const check = (
    references: readonly StatusReference[],
    question: Partial<StatusQuestion<StatusReference>> = {},
  ): Promise<readonly StatusReference[]> =>
    checkStatuses({ references, tenant: 'default', requestId: 'r', ...question });
  return { fetched, called, made, check };
}
