/** The period of the page "Webhooks", and the filters of its list. Pure. */

/** Days; ended deliveries are kept for a week unless WEBHOOK_RETENTION is longer. */
export const webhookPeriods = [1, 7, 30] as const;
export type WebhookDays = (typeof webhookPeriods)[number];

const DAY = 86_400_000;

/** @param asked of the address */
export function webhookDays(asked: string | undefined): WebhookDays {
  return webhookPeriods.find((days) => String(days) === asked) ?? 7;
}

export function periodStart(days: WebhookDays, now: number): string {
  return new Date(now - days * DAY).toISOString();
}
