/**
 * Replays lines of AUDIT_FILE on a store restored from a backup: what happened after the backup to status entries,
 * statuses and erased sessions, and the records themselves. The replay may be repeated: only the last status is used, a
 * session is erased once, and an entry or a record that the store already has stays.
 */

import { PURGE } from '@countersign/gateway/sessions/erasure-receipt';
import { ALLOCATED, type Allocation, readAllocation } from '@countersign/shared/audit/allocation';
import type { StatusValue } from '@countersign/shared/crypto/status-bits';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { type AuditDocument, auditRecords } from '@countersign/shared/model/tenant/audit-record';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';

/** A status as it was set; without `configuration` for all of the session's credentials. */
export interface StatusSet {
  readonly tenant: string;
  readonly session: string;
  readonly configuration?: string;
  readonly status: StatusValue;
}

export interface Erased {
  readonly tenant: string;
  readonly session: string;
  /** The client that erased it. */
  readonly client: string;
}

/** The services' operations; `gone` if the store lacks the entry or session. */
export interface Replay {
  setStatus(change: StatusSet): Promise<'done' | 'gone'>;
  erase(erased: Erased): Promise<'done' | 'gone'>;
}

export interface ReadAudit {
  readonly records: readonly Omit<AuditDocument, 'rev'>[];
  /** `<file>:<line>` of lines that can't be parsed as a record, for example because a full disk truncated them. */
  readonly unreadable: readonly string[];
}

export interface Replayed {
  readonly statuses: number;
  /** Statuses that could not be set: neither the store nor a line has their entry. */
  readonly lost: readonly StatusSet[];
  readonly erased: number;
  /** Records that the store lacked. */
  readonly records: number;
}

/** A file of JSON lines, read. */
export interface AuditText {
  readonly name: string;
  readonly text: string;
}

/** Reads the JSON lines of all gateways, sorted by time; equal times keep their order. Pure. */
export function readAuditLines(files: readonly AuditText[]): ReadAudit {
  const records = new Map<string, Omit<AuditDocument, 'rev'>>();
  const unreadable: string[] = [];
  for (const { name, text } of files) {
    for (const [index, line] of text.split('\n').entries()) {
      if (line.trim() === '') continue;
      const record = readLine(line);
      if (record === undefined) unreadable.push(`${name}:${index + 1}`);
      // An erasure has two records: the later one has its outcome.
      else records.set(record.id, record);
    }
  }
  return { records: [...records.values()].sort((a, b) => a.at - b.at), unreadable };
}

function readLine(line: string): Omit<AuditDocument, 'rev'> | undefined {
  let value: Json;
  try {
    value = parseJson(line);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
  if (!isObject(value)) return undefined;
  const { id, tenant, at, action, client, request, session, subject, data } = value;
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  if (
    typeof id !== 'string' ||
    typeof tenant !== 'string' ||
    typeof action !== 'string' ||
    typeof client !== 'string'
  ) {
    return undefined;
  }
  if (Number.isNaN(time)) return undefined;
  const record = {
    id,
    tenant,
    at: time,
    action,
    client,
    ...(typeof request === 'string' ? { request } : {}),
    ...(typeof session === 'string' ? { session } : {}),
    ...(typeof subject === 'string' ? { subject } : {}),
    ...(isObject(data) ? { data } : {}),
  };
  return action === ALLOCATED && readAllocation(record) === undefined ? undefined : record;
}

/** The entries whose indexes were allocated. Pure. */
export function allocations(records: ReadAudit['records']): readonly Allocation[] {
  return records.flatMap((record) => (record.action === ALLOCATED ? (readAllocation(record) ?? []) : []));
}

/** The final statuses, per session in the order in which they were set: a later one wins. Pure. */
export function lastStatuses(records: ReadAudit['records']): readonly StatusSet[] {
  const sessions = new Map<string, Map<string, StatusSet>>();
  for (const { action, tenant, session, subject, data } of records) {
    const status = data?.status;
    if (action !== 'status.changed' || session === undefined || (status !== 0 && status !== 1 && status !== 2))
      continue;
    const key = `${tenant} ${session}`;
    const last = sessions.get(key) ?? new Map<string, StatusSet>();
    sessions.set(key, last);
    // A status for the whole session applies to each configuration until one is set individually.
    if (subject === undefined) last.clear();
    else last.delete(subject);
    const configuration = subject === undefined ? {} : { configuration: subject };
    last.set(subject ?? '', { tenant, session, ...configuration, status });
  }
  return [...sessions.values()].flatMap((last) => [...last.values()]);
}

const ERASED = 'session.erased';
const WIDTH = 16;

/** Statuses first: an erasure removes no entry, and nothing that it removes is needed for a status. */
export async function replayAudit(store: Store, replay: Replay, { records }: ReadAudit): Promise<Replayed> {
  const lost: StatusSet[] = [];
  let statuses = 0;
  for (const change of lastStatuses(records)) {
    if ((await replay.setStatus(change)) === 'done') statuses += 1;
    else lost.push(change);
  }
  let erased = 0;
  for (const { action, tenant, session, client, data } of records) {
    if (action !== ERASED || session === undefined) continue;
    if ((await replay.erase({ tenant, session, client })) === 'done') erased += 1;
    // A renewal that the backup lacks: the first session identifies its refresh token.
    const first = client === PURGE ? undefined : data?.firstSession;
    if (typeof first === 'string') await replay.erase({ tenant, session: first, client });
  }
  return { statuses, lost, erased, records: await insertMissing(store, records) };
}

/** Leaves out erasures, which write their receipt themselves, and allocations, which are lines only. */
async function insertMissing(store: Store, records: ReadAudit['records']): Promise<number> {
  const others = records.filter(({ action }) => action !== ERASED && action !== ALLOCATED);
  let count = 0;
  for (let at = 0; at < others.length; at += WIDTH) {
    const inserted = others
      .slice(at, at + WIDTH)
      .map((record) => ofTenant(store, record.tenant).insert(auditRecords, record));
    count += (await Promise.all(inserted)).filter((record) => record !== undefined).length;
  }
  return count;
}

/** A status in the replay's report. */
export function statusText({ tenant, session, configuration, status }: StatusSet): JsonObject {
  return { tenant, session, ...(configuration === undefined ? {} : { configuration }), status };
}
