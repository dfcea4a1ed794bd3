/** The life of a tenant, `active <-> suspended -> erasing -> erased`. Pure; times in milliseconds. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import type {
  AnnouncedRemoval,
  Requester,
  TenantErasure,
  TenantRecord,
  TenantState,
} from '@countersign/shared/model/tenant/tenants';
import type { Transition } from '@countersign/shared/store/update-document';

/**
 * Milliseconds from the suspension until everything admitted before it has ended: longer than any request, delivery or
 * job step, and than any replica keeps the state that it has read.
 */
export const DRAINED_AFTER = 120_000;

/** Milliseconds after the end at which the job looks again for late writes of a process that was paused for longer. */
export const LOOK_AGAIN_AFTER = 86_400_000;

/** A tenant, to be inserted. */
export function createdTenant(
  { id, name }: { readonly id: string; readonly name?: string },
  now: number,
): Omit<TenantRecord, 'rev'> {
  return { id, ...(name === undefined ? {} : { name }), createdAt: now, life: { state: 'active', since: now } };
}

/** The result of a request: written, already in that state, or refused by the current state. */
export type LifeResult = 'done' | 'was' | Exclude<TenantState, 'active'> | 'active';

/** Suspends an active tenant. */
export function suspendTenant(tenant: TenantRecord, now: number): Transition<TenantRecord, LifeResult> {
  const { state } = tenant.life;
  if (state === 'suspended') return { document: tenant, result: 'was' };
  if (state !== 'active') return { document: tenant, result: state };
  return { document: { ...tenant, life: { state: 'suspended', since: now } }, result: 'done' };
}

/** Ends a suspension. */
export function resumeTenant(tenant: TenantRecord, now: number): Transition<TenantRecord, LifeResult> {
  const { state } = tenant.life;
  if (state === 'active') return { document: tenant, result: 'was' };
  if (state !== 'suspended') return { document: tenant, result: state };
  return { document: { ...tenant, life: { state: 'active', since: now } }, result: 'done' };
}

/** Starts a suspended tenant's erasure. */
export function beginErasure(
  tenant: TenantRecord,
  requestedBy: Requester,
  now: number,
): Transition<TenantRecord, LifeResult> {
  const { life } = tenant;
  if (life.state === 'erasing' || life.state === 'erased') return { document: tenant, result: 'was' };
  if (life.state !== 'suspended') return { document: tenant, result: life.state };
  const erasure: TenantErasure = {
    requestedBy,
    refusedSince: life.since,
    phase: 'documents',
    removed: {},
    chain: hashOf(`tenant/${tenant.id}`),
  };
  return { document: { ...tenant, dueAt: now, life: { state: 'erasing', since: now, erasure } }, result: 'done' };
}

/** Erases a tenant again that a restored backup brought back after its erasure. */
export function eraseRestored(tenant: TenantRecord, requestedBy: Requester, now: number): TenantRecord {
  const { life } = tenant;
  if (life.state === 'erasing' || life.state === 'erased') return tenant;
  return beginErasure({ ...tenant, life: { state: 'suspended', since: now } }, requestedBy, now).document;
}

/** Whether everything admitted before the suspension has ended. */
export function isDrained({ refusedSince }: TenantErasure, now: number): boolean {
  return now >= refusedSince + DRAINED_AFTER;
}

/**
 * Records that documents are about to be removed: a replica that continues removes the same ones, and counts none
 * twice. The previously announced removal has ended.
 */
export function announceRemoval(tenant: TenantRecord, next: AnnouncedRemoval): TenantRecord {
  return withErasure(tenant, (erasure) => ({
    ...erasure,
    announced: next,
    removed: {
      ...erasure.removed,
      [next.collection]: (erasure.removed[next.collection] ?? 0) + next.ids.length,
    },
    chain: next.ids.reduce((link, id) => hashOf(`${link} ${next.collection}/${id}`), erasure.chain),
  }));
}

/** A round found nothing left but keys, after the drain. */
export function beginKeys(tenant: TenantRecord): TenantRecord {
  return withErasure(tenant, (erasure) => ({ ...erasure, phase: 'keys' }));
}

/** The job continues at a time. */
export function awaitDrain(tenant: TenantRecord): TenantRecord {
  const { life } = tenant;
  return life.state === 'erasing' ? { ...tenant, dueAt: life.erasure.refusedSince + DRAINED_AFTER } : tenant;
}

/** The erasure has ended, the data key last. The name goes too. @param kept documents that relying parties need */
export function endErasure(tenant: TenantRecord, kept: Readonly<Record<string, number>>, now: number): TenantRecord {
  const { life, name: _, ...rest } = tenant;
  if (life.state !== 'erasing') return tenant;
  const { requestedBy, removed, chain } = life.erasure;
  const receipt = { requestedBy, startedAt: life.since, endedAt: now, removed, kept, chain };
  return { ...rest, dueAt: now + LOOK_AGAIN_AFTER, life: { state: 'erased', since: now, receipt } };
}

/** What the look after the end has removed. The receipt counts it. @param late removed documents by collection */
export function endLook(tenant: TenantRecord, late: Readonly<Record<string, number>>): TenantRecord {
  const { life, dueAt: _, ...rest } = tenant;
  if (life.state !== 'erased') return tenant;
  const removed = { ...life.receipt.removed };
  for (const [name, count] of Object.entries(late)) removed[name] = (removed[name] ?? 0) + count;
  return { ...rest, life: { ...life, receipt: { ...life.receipt, removed } } };
}

function withErasure(tenant: TenantRecord, next: (erasure: TenantErasure) => TenantErasure): TenantRecord {
  const { life } = tenant;
  return life.state === 'erasing' ? { ...tenant, life: { ...life, erasure: next(life.erasure) } } : tenant;
}
