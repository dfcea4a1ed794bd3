/**
 * Backends' calls with an `Idempotency-Key`: the first one is performed, and its response is kept for repeats. A
 * document has neither key nor body, but their HMAC with a key of the tenant.
 */
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface IdempotentCallDocument extends TenantDocument {
  /** Tenant, and the HMAC of the key. */
  readonly id: string;
  readonly tenant: string;
  /** HMAC of operation, parameters, query and body. */
  readonly request: string;
  /** Milliseconds: when the key was first used. Indexed. */
  readonly at: number;
  /** The session that the kept response links to. Indexed, so that the response is erased with it. */
  readonly session?: string;
  readonly call: CallState;
}

export type CallState =
  /** A gateway performs the call. It renews the lease (milliseconds, by its clock); a lease that has ended frees the call. */
  | { readonly state: 'running'; readonly runner: string; readonly leaseUntil: number }
  /** `sealed`: the encrypted response (context `idempotent-call/<id>`). */
  | { readonly state: 'done'; readonly sealed: string }
  /** The response's session was erased. */
  | { readonly state: 'erased' };

export const idempotentCalls: TenantCollection<IdempotentCallDocument> = {
  perTenant: true,
  name: 'idempotentCalls',
  indexes: { age: { fields: ['at'] }, session: { fields: ['session'] } },
};
