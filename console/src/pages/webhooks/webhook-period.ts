/** The period of the page "Webhooks". Pure. */
import { type Days, daysOf } from '../../parts/period.tsx';

const DAY = 86_400_000;

/** @param asked in the address */
export function webhookDays(asked: string | undefined): Days {
  return daysOf(asked, 7);
}

export function periodStart(days: Days, now: number): string {
  return new Date(now - days * DAY).toISOString();
}
