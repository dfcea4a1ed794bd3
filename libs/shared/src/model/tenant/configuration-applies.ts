/**
 * The bundle of configurations that a tenant applies now. Its insert decides that the bundle is applied. Any replica
 * completes it, so that no crash leaves half of it.
 */
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface ConfigurationApplyDocument extends TenantDocument {
  /** The tenant's id: one at a time. */
  readonly id: string;
  readonly tenant: string;
  /** Milliseconds, as all times here: another replica may continue it then. */
  readonly due: number;
  /** `undoing`: a write was refused, so what was written before it is taken back. */
  readonly phase: 'applying' | 'undoing';
  /** How often it was continued. */
  readonly attempts: number;
  readonly startedAt: number;
  /** The writes and what takes each back, as JSON, encrypted by the tenant's vault: they may contain secrets. */
  readonly text: string;
}

export const configurationApplies: TenantCollection<ConfigurationApplyDocument> = {
  perTenant: true,
  name: 'configurationApplies',
  indexes: { list: { fields: ['tenant', 'due'] }, due: { fields: ['due'] } },
};

/** Encryption context of such a document's text. */
export function configurationApplyContext(tenant: string): string {
  return `configuration-apply/${tenant}`;
}
