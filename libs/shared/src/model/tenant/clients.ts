/** Management clients created through the API. Their secrets are stored as hashes. */
import type { Role } from '../../kernel/role.ts';
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface ClientDocument extends TenantDocument {
  /** The `client_id`. */
  readonly id: string;
  readonly tenant: string;
  readonly role: Role;
  /** Display name. */
  readonly name?: string;
  /**
   * The current secret last, preceded by the secret that it replaces while both are accepted. Empty: the client is
   * locked.
   */
  readonly secrets: readonly ClientSecret[];
  /** Milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ClientSecret {
  /** Unencrypted part of the secret, so that a login is compared with only one hash. */
  readonly id: string;
  /** scrypt hash. */
  readonly hash: string;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Milliseconds: accepted before that time; absent in the current one. */
  readonly until?: number;
}

export const clients: TenantCollection<ClientDocument> = {
  perTenant: true,
  name: 'clients',
  indexes: { list: { fields: ['tenant', 'createdAt'] } },
};
