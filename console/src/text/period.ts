/** Wording of the choice of a period. */
import { texts } from './texts.ts';

export const periodTexts = texts({
  en: { period: 'Period' },
  de: { period: 'Zeitraum' },
});
