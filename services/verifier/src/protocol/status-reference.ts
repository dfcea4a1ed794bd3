/** The claim `status` of a credential (Token Status List, 6.2). */
import type { X509Certificate } from 'node:crypto';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { PresentationError } from './presentation-error.ts';

export interface StatusReference {
  /** Address of the status list token. It is untrusted: the caller must not fetch internal addresses. */
  readonly uri: string;
  readonly idx: number;
  /** Id of the credential query. */
  readonly credential?: string;
  /** `iss` of the credential, and the certificate that signed it. */
  readonly iss: Json | undefined;
  readonly signer: X509Certificate;
  /** Anchors of the credential: the list may be signed by the signer, or under these. */
  readonly anchors: readonly X509Certificate[];
}

const MAX_URI = 2048;

/**
 * Reads the claim `status` of a verified credential; undefined where it has none.
 * HAIP 1.0, 6.1: a status is a status list. Any other kind is refused.
 * @throws PresentationError `status_unavailable`
 */
export function statusReference(
  claims: JsonObject,
  signer: X509Certificate,
  anchors: readonly X509Certificate[],
): StatusReference | undefined {
  const status = own(claims, 'status');
  if (status === undefined) return undefined;
  const list = isObject(status) ? own(status, 'status_list') : undefined;
  const [idx, uri] = isObject(list) ? [own(list, 'idx'), own(list, 'uri')] : [];
  // 6.2: idx is an integer from 0, uri a URI
  if (typeof idx !== 'number' || !Number.isSafeInteger(idx) || idx < 0)
    throw new PresentationError('status_unavailable');
  if (typeof uri !== 'string' || uri.length > MAX_URI || !URL.canParse(uri)) {
    throw new PresentationError('status_unavailable');
  }
  return { uri, idx, iss: own(claims, 'iss'), signer, anchors };
}
