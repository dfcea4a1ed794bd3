/** Management clients that the interface makes. Their secrets are kept as hashes. */
import type { Role } from '../../kernel/role.ts';
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface ClientDocument extends TenantDocument {
  /** The `client_id`. */
  readonly id: string;
  readonly tenant: string;
  readonly role: Role;
  /** For people. */
  readonly name?: string;
  /** The present one last; before it the one that it replaces, while both are accepted. Empty: the client is locked. */
  readonly secrets: readonly ClientSecret[];
  /** Milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ClientSecret {
  /** Part of the secret in clear, so that a login is compared with one hash. */
  readonly id: string;
  /** scrypt hash. */
  readonly hash: string;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Milliseconds: accepted before that time; absent in the present one. */
  readonly until?: number;
}

export const clients: TenantCollection<ClientDocument> = {
  perTenant: true,
  name: 'clients',
  indexes: { list: { fields: ['tenant', 'createdAt'] } },
};
