/** Wording of the charts of webhook deliveries. */
import { texts } from './texts.ts';

export const deliveryChartTexts = texts({
  en: {
    rate: (rate: string, all: number) =>
      all === 1 ? `${rate} of 1 attempt succeeded.` : `${rate} of ${all} attempts succeeded.`,
    none: 'No attempts in this period.',
    incomplete: 'Only the 1,000 newest deliveries of each state are counted.',
    attempts: 'Attempts',
    succeeded: 'succeeded',
    failed: 'failed',
    duration: 'Duration',
    median: 'median',
    p95: '95% are faster',
  },
  de: {
    rate: (rate: string, all: number) =>
      all === 1 ? `${rate} von 1 Versuch erfolgreich.` : `${rate} von ${all} Versuchen erfolgreich.`,
    none: 'Keine Versuche in diesem Zeitraum.',
    incomplete: 'Gezählt werden nur die 1.000 neuesten Zustellungen jedes Zustands.',
    attempts: 'Versuche',
    succeeded: 'erfolgreich',
    failed: 'fehlgeschlagen',
    duration: 'Dauer',
    median: 'Median',
    p95: '95 % sind schneller',
  },
});
