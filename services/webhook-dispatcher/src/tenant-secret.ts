/** The signing secret of a tenant, for webhooks without a secret of their own. */
import type { Vault } from '@countersign/shared/keys/vault';

/** 32 bytes, derived from the data key of the tenant: the same for every replica and restart. */
export function tenantSecret(vault: Vault): Buffer {
  return vault.derive('webhook-signature');
}
