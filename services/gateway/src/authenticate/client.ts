/** A management client and its secret. */
import type { Role } from '@countersign/shared/kernel/role';

export interface Client {
  readonly id: string;
  readonly tenant: string;
  readonly role: Role;
  readonly secret: StoredSecret;
  /** The secret before it, while both are accepted. */
  readonly former?: StoredSecret;
}

export interface StoredSecret {
  readonly kind: 'plain' | 'scrypt';
  /** Plain text from the environment, or a scrypt hash. */
  readonly stored: string;
  /** Name in the text of a secret that the API created. */
  readonly name?: string;
}
