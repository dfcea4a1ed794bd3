/** A time in the user's language and time zone, with the exact value for machines. */
import type { JSX } from 'preact';
import { language } from '../state/settings.ts';

export interface WhenProps {
  /** ISO 8601, or milliseconds since the epoch. */
  readonly at: string | number;
  /** Only the time, for entries of one flow. Default: date and time */
  readonly show?: 'time' | 'date';
}

export function When({ at, show }: WhenProps): JSX.Element {
  const iso = typeof at === 'number' ? new Date(at).toISOString() : at;
  return (
    <time dateTime={iso} title={iso}>
      {timeText(iso, show)}
    </time>
  );
}

/** @returns the unchanged string if it isn't a time */
export function timeText(iso: string, show?: 'time' | 'date' | 'hour'): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const locale = language.value === 'de' ? 'de-DE' : 'en-GB';
  const date = { day: '2-digit', month: 'short', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const hour = { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const options = show === 'time' ? clock : show === 'date' ? date : show === 'hour' ? hour : { ...date, ...clock };
  return new Intl.DateTimeFormat(locale, options).format(time);
}
