/** Signed forms of documents: made once for each version of the document, of the key and of half the lifetime. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { OperationReply } from '@countersign/shared/http/message';
import { type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { SIGNED_METADATA_TYPE, signedMetadata } from './signed-metadata.ts';

/** Milliseconds; half the lifetime of the signed form. */
const PERIOD = 12 * 3_600_000;

interface Signed {
  readonly etag: string;
  readonly text: string;
}

/** A serialized document and its strong entity tag, with its quotes. */
export interface JsonDocument {
  readonly text: string;
  /** The same, as it is sent. */
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The signed form of a tenant's metadata. @param document the unsigned one */
export type SignedDocuments = (
  tenant: string,
  issuer: string,
  document: Pick<JsonDocument, 'text' | 'etag'>,
) => Promise<OperationReply>;

/**
 * Signatures are random, so replicas sign the same content differently. The entity tag is therefore weak: it names content,
 * certificate and period, and is the same in each replica. Each period has a new tag, so a wallet that revalidates holds a
 * form with at least half of its lifetime left.
 */
export function createSignedDocuments({ keys, clock }: Pick<Platform, 'keys' | 'clock'>): SignedDocuments {
  const known = new Map<string, Signed>();
  return async (tenant, issuer, document) => {
    const key = await keys.signer(tenant, 'metadata');
    const now = clock();
    const period = Math.floor(now / PERIOD);
    const etag = `W/"${hashOf(`${document.etag}|${key.x5c.join('|')}|${period}`).slice(0, 22)}.jwt"`;
    let signed = known.get(tenant);
    if (signed?.etag !== etag) {
      signed = { etag, text: await signedMetadata(parseJson(document.text) as JsonObject, { issuer, key, now }) };
      known.set(tenant, signed);
    }
    return {
      raw: signed.text,
      contentType: SIGNED_METADATA_TYPE,
      headers: { etag, 'cache-control': 'public, max-age=0, must-revalidate' },
    };
  };
}
