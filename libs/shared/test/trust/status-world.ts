/** Status lists of another issuer, served by a fake client. */
import { type KeyObject, X509Certificate } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Outbound, OutboundRequest, OutboundResponse } from '../../src/http/outbound.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { createStatusLookup, type ListedStatus } from '../../src/trust/status-lookup.ts';
import type { ListReference, SignedStatusReference } from '../../src/trust/status-reference.ts';
import { signEs256 } from '../crypto/sign-jwt.ts';
import { KEY_NOT_BEFORE, makeSigningKey } from '../crypto/signing-key.ts';

/** Milliseconds. */
export const NOW = KEY_NOT_BEFORE + 86_400_000;
export const SECONDS = NOW / 1000;
export const FOREIGN = 'https://issuer.example/list/1';
/** Entries 1,0,0,1,1,1,0,1 and on (Token Status List, 4.1). */
const LST = Buffer.from('78dadbb918000217015d', 'hex').toString('base64url');

export const issuer = await makeSigningKey();
export const anchor = new X509Certificate(issuer.anchor);
export const leaf = new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64'));
/** A valid entry of the list at FOREIGN. */
export const reference: SignedStatusReference = { uri: FOREIGN, idx: 1, signer: leaf, anchors: [anchor] };

/** A token of any header and payload, signed with ECDSA and SHA-256 regardless of the header. */
export function listToken(header: object, payload: object, key: KeyObject): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${signEs256(input, key)}`;
}

/** A list in which every entry is revoked. */
export const ALL_REVOKED = deflateSync(Buffer.alloc(8, 0xff)).toString('base64url');

export function tokenOf(sub: string, lst = LST): string {
  const header = { typ: 'statuslist+jwt', alg: 'ES256', x5c: [...issuer.x5c] };
  const payload = { sub, iat: SECONDS, ttl: 60, status_list: { bits: 1, lst } };
  return listToken(header, payload, issuer.privateKey);
}

type Answer = Promise<Partial<OutboundResponse>> | Partial<OutboundResponse>;

/** Answers with a valid list for any URL. */
export const served = ({ url }: OutboundRequest) => ({ body: Buffer.from(tokenOf(url)) });

/** @param answer response of the lists' server */
export function statusWorld(answer: (request: OutboundRequest) => Answer = served) {
  const fetched: OutboundRequest[] = [];
  const made = { now: NOW, answer };
  const outbound: Outbound = {
    request: async (request) => {
      fetched.push(request);
      return { status: 200, headers: {}, body: Buffer.alloc(0), ...(await made.answer(request)) };
    },
  };
  const lookup = createStatusLookup({ clock: () => made.now, outbound, log: silentLog });
  /** The states of all references, looked up together. */
  const check = async (
    references: readonly ListReference[],
    { tenant = 'default', ...how }: { readonly tenant?: string; readonly atOnce?: boolean } = {},
  ): Promise<readonly ListedStatus['state'][]> => {
    const found = await Promise.all(references.map((one) => lookup({ reference: one, tenant, ...how })));
    return found.map(({ state }) => state);
  };
  return { fetched, made, lookup, check };
}
