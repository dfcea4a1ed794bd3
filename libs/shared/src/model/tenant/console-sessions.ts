/**
 * Who is signed in at the console, in a browser. The cookie holds a secret, of which the document has the hash: what is in the
 * store signs in nowhere. A document is inserted at a sign-in, never changed, and deleted by sign-out or by a job after its end.
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
  /** Milliseconds: the session counts for nothing after it. Indexed. */
  readonly expiresAt: number;
}

/** What the person signed in with. */
export type ConsoleCredential =
  /** A client of variant B or the API key of variant A (client `api-key`): ends with their secret, and has their present role. */
  | {
      readonly kind: 'client';
      readonly client: string;
      /** Of the secret of the client, under the secret in the cookie. */
      readonly fingerprint: string;
    }
  /** A person by OpenID Connect. */
  | {
      readonly kind: 'person';
      readonly role: Role;
      /** Who the audit log names: `person:` and the subject at the provider. */
      readonly client: string;
      /** Sealed (context `console-session/<id>/name`): the name that the console shows. */
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
