/**
 * One attempt at a due task. Its progress is a document, which keeps a failure. Failures are reported, and retried
 * after a pause.
 */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { createEventAppender } from '@countersign/shared/event-log/append';
import { isoTime } from '@countersign/shared/kernel/clock';
import { errorFields } from '@countersign/shared/kernel/log-error';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import type { TenantCollection, TenantDocument } from '@countersign/shared/store/port';

export type AttemptPlatform = Pick<Platform, 'store' | 'clock' | 'log' | 'newEventId'>;

/** Members of every kind of attempt. */
export interface AttemptDocument extends TenantDocument {
  readonly tenant: string;
  /** Not before this time, milliseconds. */
  readonly next: number;
  readonly failure?: { readonly at: number; readonly reason: string; readonly detail?: string };
}

/** Why an attempt failed. */
export interface AttemptFailure {
  readonly reason: string;
}

export interface Attempt<D extends AttemptDocument, F extends AttemptFailure> {
  readonly tenant: string;
  readonly collection: TenantCollection<D>;
  readonly fresh: Omit<D, 'rev'>;
  /** The subject of the attempt, for the log and events. */
  readonly name: string;
  /** `done`, `waiting` if it continues later, or undefined if nothing was due. */
  readonly work: (own: TenantStore, document: D) => Promise<'done' | 'waiting' | undefined>;
  /** Undefined for a defect, which is thrown. */
  readonly failureOf: (error: unknown) => Promise<F | undefined>;
  readonly failed: (document: D, failure: F, now: number) => D;
  readonly says: {
    readonly done: string;
    readonly failed: string;
    readonly broken: string;
  };
  readonly count: (outcome: 'done' | 'failed') => void;
  /** More about a failure, for the log. */
  readonly detail?: () => Promise<string>;
}

/** Does due work. Never rejects, because one attempt must not keep others from running. */
export async function attempt<D extends AttemptDocument, F extends AttemptFailure>(
  platform: AttemptPlatform,
  one: Attempt<D, F>,
): Promise<void> {
  const { clock, log } = platform;
  const { tenant, name, says } = one;
  try {
    const own = ofTenant(platform.store, tenant);
    const document = await documentOf(own, one);
    if (clock() < document.next) return;
    const outcome = await one.work(own, document).catch(async (error: unknown) => {
      const failure = await one.failureOf(error);
      if (failure === undefined) throw error;
      return failure;
    });
    if (outcome === undefined || outcome === 'waiting') return;
    if (outcome === 'done') {
      one.count('done');
      log.info(says.done, { tenant, configuration: name });
      return;
    }
    const after = await own.update(one.collection, document.id, (present) => one.failed(present, outcome, clock()));
    await report(platform, one, after ?? document);
  } catch (error) {
    log.error(says.broken, { tenant, configuration: name, ...errorFields(error) });
  }
}

async function documentOf<D extends AttemptDocument, F extends AttemptFailure>(
  own: TenantStore,
  one: Attempt<D, F>,
): Promise<D> {
  const { collection, fresh } = one;
  const present = (await own.get(collection, fresh.id)) ?? (await own.insert(collection, fresh));
  return present ?? documentOf(own, one);
}

async function report<D extends AttemptDocument, F extends AttemptFailure>(
  { store, clock, log, newEventId }: AttemptPlatform,
  { says, name, count, detail }: Attempt<D, F>,
  { id, tenant, failure, next }: D,
): Promise<void> {
  count('failed');
  if (failure === undefined) return;
  const { reason, at } = failure;
  const parts = [failure.detail ?? '', (await detail?.()) ?? '', `next attempt on ${isoTime(next)}`];
  const said = parts.filter((part) => part !== '').join('; ');
  log.error(says.failed, { tenant, configuration: name, reason, detail: said });
  if (newEventId === undefined) return;
  const event = { type: 'certificate.renewal_failed', data: { certificate: name, reason } } as const;
  const { append } = createEventAppender({ store, clock });
  await append({ tenant, events: [{ id: hashOf(`${id} ${at}`), at, ...event }] });
}
