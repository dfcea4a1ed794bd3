/** What the interface says of tenants and of their management clients. */
import type { Answer } from '../../api/answer.ts';

/** Documents by collection. */
export type Counts = Readonly<Record<string, number>>;

export type Receipt = Answer<'TenantReceipt'>;
export type Tenant = Answer<'Tenant'>;
export type Client = Answer<'ManagedClient'>;
export type ClientWithSecret = Answer<'ManagedClientWithSecret'>;

/** Seconds: a week. */
const MAX_OVERLAP = 604_800;

/** @returns the seconds that a person typed; undefined where the interface would not take them */
export function overlapOf(typed: string): number | undefined {
  const text = typed.trim();
  if (!/^\d{1,6}$/.test(text)) return undefined;
  const seconds = Number(text);
  return seconds <= MAX_OVERLAP ? seconds : undefined;
}

/** What can be done with a tenant: those of files are changed where they are, and an erasure needs a suspension. */
export function choicesOf({ source, state, hiddenByFiles }: Tenant): readonly ('suspend' | 'resume' | 'erase')[] {
  if (source === 'file' || hiddenByFiles === true) return [];
  if (state === 'active') return ['suspend'];
  return state === 'suspended' ? ['resume', 'erase'] : [];
}

/** Path of a tenant of the interface. */
export function pathOfTenant(id: string): string {
  return `/tenants/${encodeURIComponent(id)}`;
}

/** Path of a client of a tenant. */
export function pathOfClient(tenant: string, id: string): string {
  return `${pathOfTenant(tenant)}/clients/${encodeURIComponent(id)}`;
}
