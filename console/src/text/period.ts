/** Wording of the choice of a period. */
import { texts } from './texts.ts';

export const periodTexts = texts({
  en: { period: 'Period', lastDays: (days: number) => (days === 1 ? 'Today' : `Last ${days} days`) },
  de: { period: 'Zeitraum', lastDays: (days: number) => (days === 1 ? 'Heute' : `Die letzten ${days} Tage`) },
});
