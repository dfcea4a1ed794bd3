/**
 * Lines in AUDIT_FILE with the status list indexes of a session. The store has the entries, but a backup lacks later
 * ones, without which their credentials could not be revoked. Pure.
 */
import type { OwnBits } from '../crypto/status-bits.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { StatusEntryDocument } from '../model/status/status-documents.ts';
import type { AuditDocument } from '../model/tenant/audit-record.ts';
import { auditLine } from './view.ts';

export const ALLOCATED = 'status.allocated';
const WRITER = '[status]';

/** An entry at the time when its indexes were allocated. */
export interface Allocation {
  readonly entry: Pick<
    StatusEntryDocument,
    'id' | 'tenant' | 'list' | 'indexes' | 'session' | 'firstSession' | 'configuration'
  >;
  /** Entries of the list. */
  readonly size: number;
  /** Bits of a list entry. */
  readonly bits: OwnBits;
  /** Key set that signs the list. */
  readonly keySet?: string;
  /** Milliseconds. */
  readonly at: number;
}

/** The line, with its line end. */
export function allocationLine({ entry, size, bits, keySet, at }: Allocation): string {
  const { id, tenant, list, indexes, session, firstSession, configuration } = entry;
  const first = firstSession === undefined ? {} : { firstSession };
  // Without it one bit, as in lines of earlier versions.
  const signed = keySet === undefined ? {} : { keySet };
  const data = { entry: id, list, size, ...(bits === 1 ? {} : { bits }), ...signed, indexes, ...first };
  const record = { id: `${ALLOCATED}/${id}`, tenant, at, action: ALLOCATED, client: WRITER, session };
  return auditLine({ ...record, subject: configuration, data });
}

/**
 * The allocation in a record; undefined if the record has the wrong form. @param record of the action
 * `status.allocated`
 */
export function readAllocation(record: Omit<AuditDocument, 'rev'>): Allocation | undefined {
  const { tenant, at, session, subject } = record;
  const { entry: id, list, size, bits = 1, keySet, indexes, firstSession }: JsonObject = record.data ?? {};
  if (typeof id !== 'string' || session === undefined || subject === undefined) return undefined;
  if (bits !== 1 && bits !== 2) return undefined;
  if (!isCount(list) || !isCount(size) || size % 8 !== 0 || !Array.isArray(indexes)) return undefined;
  const numbers = indexes.flatMap((index) => (isCount(index) || index === 0 ? [index] : []));
  if (numbers.length !== indexes.length || numbers.some((index) => index >= size)) return undefined;
  const first = typeof firstSession === 'string' ? { firstSession } : {};
  const entry = { id, tenant, list, indexes: numbers, session, ...first, configuration: subject };
  return { entry, size, bits, ...(typeof keySet === 'string' ? { keySet } : {}), at };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
