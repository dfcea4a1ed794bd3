/** Status references of a key attestation: of VCI (`status`) and of EU TS 3 (`key_storage_status`). Pure. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';

/** An entry of a status list (Token Status List, 6.2). */
export interface AttestationStatus {
  /** Address of the status list token. It is untrusted. */
  readonly uri: string;
  /** May be shared by all devices of a type: no identifier. */
  readonly idx: number;
  /** Seconds: until then the wallet provider keeps the entry up to date (EU TS 3, 2.4.3). */
  readonly exp?: number;
}

const MAX_URI = 2048;

/**
 * The references of an attestation, none where it has no status.
 * @throws ProtocolError `invalid_proof` for a status of another kind: it could not be checked
 */
export function attestationStatuses(payload: JsonObject): readonly AttestationStatus[] {
  const plain = own(payload, 'status');
  const timed = own(payload, 'key_storage_status');
  return [...(plain === undefined ? [] : [reference(plain)]), ...(timed === undefined ? [] : [timedReference(timed)])];
}

function timedReference(written: Json): AttestationStatus {
  const status = isObject(written) ? own(written, 'status') : undefined;
  const exp = isObject(written) ? own(written, 'exp') : undefined;
  if (status === undefined || (exp !== undefined && (typeof exp !== 'number' || !Number.isFinite(exp)))) {
    throw unreadable();
  }
  return { ...reference(status), ...(exp === undefined ? {} : { exp }) };
}

function reference(status: Json): AttestationStatus {
  const list = isObject(status) ? own(status, 'status_list') : undefined;
  const [idx, uri] = isObject(list) ? [own(list, 'idx'), own(list, 'uri')] : [];
  if (typeof idx !== 'number' || !Number.isSafeInteger(idx) || idx < 0) throw unreadable();
  if (typeof uri !== 'string' || uri.length > MAX_URI || !URL.canParse(uri)) throw unreadable();
  return { uri, idx };
}

function unreadable(): ProtocolError {
  return new ProtocolError('invalid_proof', 'The status of the key attestation is no entry of a status list');
}
