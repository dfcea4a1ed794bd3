/** Tenants and their management clients, as the API returns them. */
import type { Answer } from '../../api/answer.ts';

/** Documents by collection. */
export type Counts = Readonly<Record<string, number>>;

export type Receipt = Answer<'TenantReceipt'>;
export type Tenant = Answer<'Tenant'>;
export type Client = Answer<'ManagedClient'>;
export type ClientWithSecret = Answer<'ManagedClientWithSecret'>;

/** Seconds: a week. */
const MAX_OVERLAP = 604_800;

/** @returns the typed seconds; undefined if the API would refuse them */
export function overlapOf(typed: string): number | undefined {
  const text = typed.trim();
  if (!/^\d{1,6}$/.test(text)) return undefined;
  const seconds = Number(text);
  return seconds <= MAX_OVERLAP ? seconds : undefined;
}

/**
 * The possible actions for a tenant: tenants in files are changed in their files, and an erasure requires a suspension.
 */
export function choicesOf({ source, state, hiddenByFiles }: Tenant): readonly ('suspend' | 'resume' | 'erase')[] {
  if (source === 'file' || hiddenByFiles === true) return [];
  if (state === 'active') return ['suspend'];
  return state === 'suspended' ? ['resume', 'erase'] : [];
}

/** The API path of a tenant. */
export function pathOfTenant(id: string): string {
  return `/tenants/${encodeURIComponent(id)}`;
}

/** Path of a tenant's client. */
export function pathOfClient(tenant: string, id: string): string {
  return `${pathOfTenant(tenant)}/clients/${encodeURIComponent(id)}`;
}
