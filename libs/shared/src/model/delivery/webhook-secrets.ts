/** Which signing secrets of a tenant sign its webhooks. The secrets themselves are derived from its data key, and not stored. */
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface WebhookSecretDocument extends TenantDocument {
  /** The tenant: each has at most one; without a document the first generation signs. */
  readonly id: string;
  /** The current secret: 2 and up. */
  readonly generation: number;
  /** Milliseconds. */
  readonly rotatedAt: number;
  /** Earlier secrets that sign too, newest first. */
  readonly earlier: readonly EarlierSecret[];
}

export interface EarlierSecret {
  readonly generation: number;
  /** Signs before this time, milliseconds. */
  readonly until: number;
}

export const webhookSecrets: TenantCollection<WebhookSecretDocument> = {
  perTenant: true,
  name: 'webhookSecrets',
  indexes: { tenant: { fields: ['tenant'] } },
};
