/** Revocations and status lists whose work is counted. */
import assert from 'node:assert/strict';
import { payloadOf } from '@countersign/wallet/jwt/disclosed-claims';
import { isMdoc, readIssuerSigned, securityObjectOf } from '@countersign/wallet/mdoc/issuer-signed';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import type { CountingServer } from '../support/work/counting-server.ts';

interface Reference {
  readonly uri: string;
  readonly idx: number;
}

/** A credential's status reference. */
function statusReferenceOf({ credential }: HeldCredential): Reference {
  if (!isMdoc(credential)) return (payloadOf(credential).status as { readonly status_list: Reference }).status_list;
  const { status } = securityObjectOf(readIssuerSigned(credential));
  const list = (status as ReadonlyMap<string, ReadonlyMap<string, unknown>>).get('status_list');
  return { uri: String(list?.get('uri')), idx: Number(list?.get('idx')) };
}

/** One request of a verifier. */
export async function fetchStatusList(server: CountingServer, held: HeldCredential): Promise<void> {
  const headers = { accept: 'application/statuslist+jwt' };
  const answer = await server.fetch(statusReferenceOf(held).uri, { headers });
  assert.equal(answer.status, 200);
}
