/** The claim `status` of a credential (Token Status List, 6.2). */
import type { X509Certificate } from 'node:crypto';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { type SignedStatusReference, statusEntry } from '@countersign/shared/trust/status-reference';
import { PresentationError } from './presentation-error.ts';

export interface StatusReference extends SignedStatusReference {
  /** Id of the credential query. */
  readonly credential?: string;
  /** `iss` of the credential, and the certificate that signed it. */
  readonly iss: Json | undefined;
  readonly signer: X509Certificate;
}

/**
 * Reads the claim `status` of a verified credential; undefined where it has none.
 * @throws PresentationError `status_unavailable` where it is of a kind that can't be looked up
 */
export function statusReference(
  claims: JsonObject,
  signer: X509Certificate,
  anchors: readonly X509Certificate[],
): StatusReference | undefined {
  const status = own(claims, 'status');
  if (status === undefined) return undefined;
  const entry = statusEntry(status);
  if (entry === undefined) throw new PresentationError('status_unavailable', { facts: { detail: 'no_status_list' } });
  return { ...entry, iss: own(claims, 'iss'), signer, anchors };
}
