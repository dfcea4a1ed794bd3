/**
 * Which credentials a holder has of a configuration that allows only one: a document for each session that issued one,
 * and the holder only as a keyed pseudonym. It outlives the session, because its credentials do.
 */
import { hashOf } from '../../crypto/sha256.ts';
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface ActiveCredentials extends TenantDocument {
  readonly id: string;
  /** HMAC of the configuration and the claims that identify the holder, under a key of the tenant. */
  readonly subject: string;
  readonly configuration: string;
  readonly session: string;
  /** Session of the first issuance, if this one renews it. */
  readonly firstSession?: string;
  /** Milliseconds: the first credential of the session. Of two accepted ones the later stays. */
  readonly issuedAt: number;
  /** `replaced`: revoked, and the session issues no more of them. */
  readonly state: 'issued' | 'accepted' | 'replaced';
  /** True: no notification is awaited, so sending is treated as acceptance. */
  readonly unreported?: true;
  /** Milliseconds; present while older ones may have to be revoked. Indexed. */
  readonly dueAt?: number;
  /** Milliseconds: after it the credentials have expired. Absent: they don't expire. Indexed. */
  readonly removeAt?: number;
}

export function activeCredentialsId(tenant: string, session: string, configuration: string): string {
  return hashOf(JSON.stringify([tenant, session, configuration]));
}

export const activeCredentials: TenantCollection<ActiveCredentials> = {
  perTenant: true,
  name: 'activeCredentials',
  indexes: {
    tenant: { fields: ['tenant'] },
    subject: { fields: ['subject', 'issuedAt'] },
    due: { fields: ['dueAt'] },
    remove: { fields: ['removeAt'] },
  },
};
