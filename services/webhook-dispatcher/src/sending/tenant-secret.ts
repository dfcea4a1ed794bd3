/** A tenant's signing secrets, for webhooks without their own secret. */
import type { Vault, Vaults } from '@countersign/shared/keys/vault';
import { type WebhookSecretDocument, webhookSecrets } from '@countersign/shared/model/delivery/webhook-secrets';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import { earlierSecrets, firstWebhookSecret } from './webhook-secret-transitions.ts';

/** 32 bytes, derived from the data key of the tenant: the same for every replica and restart. @param generation 1 and up */
export function tenantSecret(vault: Vault, generation = 1): Buffer {
  return vault.derive(generation === 1 ? 'webhook-signature' : `webhook-signature/${generation}`);
}

/** The signing keys for a tenant's webhooks, current secret first. */
export interface TenantSecrets {
  readonly document: Omit<WebhookSecretDocument, 'rev'>;
  readonly present: Buffer;
  /** They sign too, for receivers that have not changed yet; newest first. */
  readonly earlier: readonly Buffer[];
}

/** Read for each webhook, so that a change takes effect in every replica immediately. @param now milliseconds */
export async function tenantSecrets(
  { store, vaults }: { readonly store: Store; readonly vaults: Vaults },
  tenant: string,
  now: number,
): Promise<TenantSecrets> {
  const [vault, stored] = await Promise.all([vaults.of(tenant), ofTenant(store, tenant).get(webhookSecrets, tenant)]);
  const document = stored ?? firstWebhookSecret(tenant);
  return {
    document,
    present: tenantSecret(vault, document.generation),
    earlier: earlierSecrets(document, now).map(({ generation }) => tenantSecret(vault, generation)),
  };
}
