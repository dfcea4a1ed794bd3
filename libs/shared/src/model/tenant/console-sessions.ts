/**
 * The users signed in at the console, by browser. The cookie contains a secret, and the document only its hash, which
 * is useless for signing in. A document is inserted at sign-in, never changed, and deleted at sign-out or by a job
 * after it expires.
 */
import { hashOf } from '../../crypto/sha256.ts';
import type { Role } from '../../kernel/role.ts';
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface ConsoleSessionDocument extends TenantDocument {
  /** SHA-256 of the secret in the cookie. */
  readonly id: string;
  readonly tenant: string;
  readonly by: ConsoleCredential;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Milliseconds: the session is invalid after it. Indexed. */
  readonly expiresAt: number;
}

/** What the user signed in with. */
export type ConsoleCredential =
  /**
   * A client in variant B or the API key in variant A (client `api-key`): ends with its secret, and has its current
   * role.
   */
  | {
      readonly kind: 'client';
      readonly client: string;
      /** Fingerprint of the client's secret, with the secret in the cookie. */
      readonly fingerprint: string;
    }
  /** A user from an OpenID Connect provider. */
  | {
      readonly kind: 'person';
      readonly role: Role;
      /** Who the audit log names: `person:` and the subject at the provider. */
      readonly client: string;
      /** Encrypted (context `console-session/<id>/name`): the name that the console shows. */
      readonly sealedName: string;
    };

export const consoleSessions: TenantCollection<ConsoleSessionDocument> = {
  perTenant: true,
  name: 'consoleSessions',
  indexes: {
    tenant: { fields: ['tenant', 'expiresAt'] },
    end: { fields: ['expiresAt'] },
  },
};

export function consoleSessionId(secret: string): string {
  return hashOf(secret);
}
