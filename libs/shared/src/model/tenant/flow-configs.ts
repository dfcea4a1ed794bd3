/**
 * A tenant's documents that were written through the API: configurations, identity provider, trust anchors, registered
 * wallets, display, and which bundle owns them. The user's JSON is stored as text.
 */
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface FlowConfigDocument extends TenantDocument {
  /** `<tenant>/<kind>/<configuration id>`. */
  readonly id: string;
  readonly tenant: string;
  readonly kind:
    | 'issuance'
    | 'presentation'
    | 'sign-in'
    | 'trust'
    | 'wallets'
    | 'display'
    | 'image'
    | 'registration'
    | 'acme'
    | 'access'
    | 'login'
    | 'bundles';
  readonly configuration: string;
  /** JSON text as written, encrypted by the tenant's vault, because it may contain webhook secrets. */
  readonly text: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const flowConfigs: TenantCollection<FlowConfigDocument> = {
  perTenant: true,
  name: 'flowConfigs',
  indexes: { list: { fields: ['tenant', 'kind', 'configuration'] } },
};

export function flowConfigId(tenant: string, kind: FlowConfigDocument['kind'], configuration: string): string {
  return `${tenant}/${kind}/${configuration}`;
}

/** Encryption context of such a document's text. */
export function flowConfigContext(id: string): string {
  return `flow-config/${id}`;
}
