/** A document's signed form: created once for each version of the document, of the key and of half the lifetime. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { OperationReply } from '@countersign/shared/http/message';
import { type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { JsonDocument } from './cached-documents.ts';
import { SIGNED_METADATA_TYPE, signedMetadata } from './signed-metadata.ts';

/** Milliseconds; half the lifetime of the signed form. */
const PERIOD = 12 * 3_600_000;

/**
 * The response with the signed form, which the document keeps.
 *
 * Signatures are random, so replicas sign the same content differently. The entity tag is therefore weak: it depends on
 * content, certificate and period, and is the same in each replica. Each period has a new tag, so a revalidating wallet
 * has a form with at least half of its lifetime left.
 * @param document the unsigned form
 */
export async function signedDocument(
  { keys, clock }: Pick<Platform, 'keys' | 'clock'>,
  { tenant, issuer }: { readonly tenant: string; readonly issuer: string },
  document: JsonDocument,
): Promise<OperationReply> {
  const key = await keys.signer(tenant, 'metadata');
  const now = clock();
  const period = Math.floor(now / PERIOD);
  const etag = `W/"${hashOf(`${document.etag}|${key.x5c.join('|')}|${period}`).slice(0, 22)}.jwt"`;
  let { signed } = document;
  if (signed?.etag !== etag) {
    signed = { etag, text: await signedMetadata(parseJson(document.text) as JsonObject, { issuer, key, now }) };
    document.signed = signed;
  }
  return {
    raw: signed.text,
    contentType: SIGNED_METADATA_TYPE,
    headers: { etag, 'cache-control': 'public, max-age=0, must-revalidate' },
  };
}
