/** Logs each attempt: webhook, session and tenant, outcome, time of the next attempt. */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { Log } from '@countersign/shared/kernel/log';
import type { DeliveryAttempt, DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { attemptText } from '../sending/attempt-text.ts';

export interface LoggedAttempt {
  readonly attempt: DeliveryAttempt;
  readonly outcome: 'delivered' | 'failed';
  /** Milliseconds; absent if no attempt follows. */
  readonly nextAt?: number;
}

/** Writes one line: `info` for a delivered webhook, `warn` for a failed attempt. The schedule bounds their number. */
export function logAttempt(
  log: Log,
  { id: event, session, tenant, target }: DeliveryDocument,
  { attempt: { status, error }, outcome, nextAt }: LoggedAttempt,
): void {
  const detail = error === undefined ? undefined : attemptText(error, status);
  const write = outcome === 'delivered' ? log.info : log.warn;
  write('delivery.attempted', {
    event,
    session,
    tenant,
    target,
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { code: error }),
    ...(detail === undefined ? {} : { detail }),
    ...(nextAt === undefined ? {} : { next: isoTime(nextAt) }),
  });
}
