/** The period of a page that shows numbers over time, in its address. */
import type { JSX } from 'preact';
import { address, setQuery } from '../state/address.ts';
import { periodTexts } from '../text/period.ts';
import { Select } from './field.tsx';

/** Days. The server keeps its numbers for 31, and ended deliveries for a week unless WEBHOOK_RETENTION is longer. */
const PERIODS = [1, 7, 30] as const;
export type Days = (typeof PERIODS)[number];

/** @param asked in the address */
export function daysOf(asked: string | undefined, otherwise: Days = 1): Days {
  return PERIODS.find((days) => String(days) === asked) ?? otherwise;
}

/** The midnight in the user's time zone that a period of so many days starts at: the last day is today. */
export function periodStart(days: Days, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1).toISOString();
}

export function Period({ days }: { readonly days: Days }): JSX.Element {
  return (
    <Select
      label={periodTexts().period}
      name="days"
      value={String(days)}
      options={PERIODS.map((count) => ({ value: String(count), text: periodTexts().lastDays(count) }))}
      onChange={(chosen) => setQuery({ ...address.value.query, days: chosen })}
    />
  );
}
