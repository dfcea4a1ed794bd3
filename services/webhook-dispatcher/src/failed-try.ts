/** The line of the log that a failed try leaves: which webhook, whose, how it failed, and when the next try comes. */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { Log } from '@countersign/shared/kernel/log';
import type { DeliveryAttempt, DeliveryDocument } from '@countersign/shared/model/deliveries';
import { attemptText } from './protocol/attempt-text.ts';

/**
 * Writes one line. There are as many of them as tries, so the schedule bounds them.
 * @param next milliseconds; undefined where there is no next try
 */
export function logFailedTry(
  log: Log,
  { id: event, session, tenant, target }: DeliveryDocument,
  { status, error }: DeliveryAttempt,
  next?: number,
): void {
  const detail = error === undefined ? undefined : attemptText(error, status);
  log.warn('webhook try failed', {
    ...{ event, session, tenant, target },
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { code: error }),
    ...(detail === undefined ? {} : { detail }),
    ...(next === undefined ? {} : { next: isoTime(next) }),
  });
}
