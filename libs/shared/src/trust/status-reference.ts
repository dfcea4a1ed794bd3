/** Where the status of a token stands (Token Status List, 6.2). */
import type { X509Certificate } from 'node:crypto';
import { isObject, type Json, own } from '../kernel/json.ts';

export interface StatusEntry {
  /** Address of the status list token. It is untrusted: it is fetched by the guarded client alone. */
  readonly uri: string;
  readonly idx: number;
}

export interface SignedStatusReference extends StatusEntry {
  /** The certificate that signed the token with this reference: its key may sign the list too. Undefined: only anchors count. */
  readonly signer?: X509Certificate;
  /** Anchors under which the list may be signed. */
  readonly anchors: readonly X509Certificate[];
}

const MAX_URI = 2048;

/**
 * Reads the claim `status`.
 * HAIP 1.0, 6.1: a status is a status list.
 * @returns undefined for any other kind, and for a list without a valid address or index
 */
export function statusEntry(status: Json | undefined): StatusEntry | undefined {
  const list = isObject(status) ? own(status, 'status_list') : undefined;
  const [idx, uri] = isObject(list) ? [own(list, 'idx'), own(list, 'uri')] : [];
  // 6.2: idx is an integer from 0, uri a URI
  if (typeof idx !== 'number' || !Number.isSafeInteger(idx) || idx < 0) return undefined;
  if (typeof uri !== 'string' || uri.length > MAX_URI || !URL.canParse(uri)) return undefined;
  return { uri, idx };
}
