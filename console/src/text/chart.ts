/** Wording of charts. */
import { texts } from './texts.ts';

export const chartTexts = texts({
  en: {
    nothing: 'Nothing in this period.',
    highest: (value: string) => `Highest: ${value}`,
    asTable: 'As a table',
    time: 'From',
    number: (value: number) => new Intl.NumberFormat('en-GB').format(value),
    percent: (share: number) =>
      new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 }).format(share),
  },
  de: {
    nothing: 'Nichts in diesem Zeitraum.',
    highest: (value: string) => `Höchster Wert: ${value}`,
    asTable: 'Als Tabelle',
    time: 'Ab',
    number: (value: number) => new Intl.NumberFormat('de-DE').format(value),
    percent: (share: number) =>
      new Intl.NumberFormat('de-DE', { style: 'percent', maximumFractionDigits: 1 }).format(share),
  },
});
