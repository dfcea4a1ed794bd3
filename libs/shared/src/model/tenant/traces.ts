/**
 * Traces: the requests of wallets, browsers and backends, and why they were refused. No decision depends on them. The
 * gateway writes them just after the response, so a crash may lose the last entries.
 */
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

/** The trace of a session. It has the session's id, so all writers use one document. */
export interface TraceDocument extends TenantDocument {
  readonly id: string;
  readonly tenant: string;
  /** Milliseconds; absent once it is erased. Indexed. */
  readonly createdAt?: number;
  /** Milliseconds; present once it is erased, so that a job removes the mark. Indexed. */
  readonly erasedAt?: number;
  readonly trace: TraceState;
}

export type TraceState =
  /**
   * `sealed`: the encrypted entries, one JSON text per line (context `trace/<session>`). `count`: all entries ever,
   * including dropped ones.
   */
  | { readonly state: 'open'; readonly count: number; readonly sealed: string }
  /** The session was erased. The mark refuses entries that are still in a buffer. */
  | { readonly state: 'erased' };

export const traces: TenantCollection<TraceDocument> = {
  perTenant: true,
  name: 'traces',
  indexes: { age: { fields: ['createdAt'] }, erased: { fields: ['erasedAt'] } },
};

/** Refused requests that match no session, from one tenant, one gateway and one moment. Written once. */
export interface UnmatchedDocument extends TenantDocument {
  /** Time and randomness. */
  readonly id: string;
  readonly tenant: string;
  /** Milliseconds. */
  readonly at: number;
  /** Number of entries. */
  readonly count: number;
  /** One JSON text per line, oldest first (context `unmatched/<id>`). */
  readonly sealed: string;
}

export const unmatchedRequests: TenantCollection<UnmatchedDocument> = {
  perTenant: true,
  name: 'unmatched',
  indexes: { newest: { fields: ['tenant', 'at'] }, age: { fields: ['at'] } },
};

/** The owner of requests that name no tenant; no tenant can have this id. */
export const PLATFORM = '[platform]';
