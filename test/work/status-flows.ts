/** Revocations and status lists whose work is counted. */
import assert from 'node:assert/strict';
import { payloadOf } from '@countersign/wallet/jwt/disclosed-claims';
import { isMdoc, readIssuerSigned, securityObjectOf } from '@countersign/wallet/mdoc/issuer-signed';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import type { CountingServer } from '../support/work/counting-server.ts';

/** Most of the 2^20 indexes of a status list have as many digits; those with fewer or more change the bytes of documents. */
const USUAL_INDEX = /^[0-9]{6}$/;

interface Reference {
  readonly uri: string;
  readonly idx: number;
}

/** Where the status of a credential stands. */
export function statusReferenceOf({ credential }: HeldCredential): Reference {
  if (!isMdoc(credential)) return (payloadOf(credential).status as { readonly status_list: Reference }).status_list;
  const { status } = securityObjectOf(readIssuerSigned(credential));
  const list = (status as ReadonlyMap<string, ReadonlyMap<string, unknown>>).get('status_list');
  return { uri: String(list?.get('uri')), idx: Number(list?.get('idx')) };
}

/** Whether its index in the status list has as many digits as most. */
export function hasUsualIndex(held: HeldCredential): boolean {
  return USUAL_INDEX.test(String(statusReferenceOf(held).idx));
}

/** One request of a verifier. */
export async function fetchStatusList(server: CountingServer, held: HeldCredential): Promise<void> {
  const headers = { accept: 'application/statuslist+jwt' };
  const answer = await server.fetch(statusReferenceOf(held).uri, { headers });
  assert.equal(answer.status, 200);
}
