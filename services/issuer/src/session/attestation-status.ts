/** Status references of a key attestation: of VCI (`status`) and of EU TS 3 (`key_storage_status`). Pure. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { type StatusEntry, statusEntry } from '@countersign/shared/trust/status-reference';

/** Its `idx` may be shared by all devices of a type, so it does not identify one. */
export interface AttestationStatus extends StatusEntry {
  /** Seconds: until then the wallet provider keeps the entry up to date (EU TS 3, 2.4.3). */
  readonly exp?: number;
}

/**
 * The references of an attestation, none if it has no status.
 * @throws ProtocolError `invalid_proof` for a status of another kind: it could not be checked
 */
export function attestationStatuses(payload: JsonObject): readonly AttestationStatus[] {
  const plain = own(payload, 'status');
  const timed = own(payload, 'key_storage_status');
  return [
    ...(plain === undefined ? [] : [reference(plain, 'status')]),
    ...(timed === undefined ? [] : [timedReference(timed)]),
  ];
}

/** Those whose provider still keeps them at that time, milliseconds. */
export function keptStatuses(statuses: readonly AttestationStatus[], now: number): readonly AttestationStatus[] {
  return statuses.filter(({ exp }) => exp === undefined || exp * 1000 > now);
}

function timedReference(written: Json): AttestationStatus {
  const [status, exp] = isObject(written) ? [own(written, 'status'), own(written, 'exp')] : [];
  if (exp !== undefined && (typeof exp !== 'number' || !Number.isFinite(exp))) throw unreadable('exp');
  return { ...reference(status, 'key_storage_status'), ...(exp === undefined ? {} : { exp }) };
}

function reference(status: Json | undefined, claim: string): StatusEntry {
  const entry = statusEntry(status);
  if (entry === undefined) throw unreadable(claim);
  return entry;
}

function unreadable(claim: string): ProtocolError {
  return new ProtocolError('invalid_proof', "The key attestation's status is not a status list entry", {
    reason: 'key_attestation_status',
    facts: { claim },
  });
}
