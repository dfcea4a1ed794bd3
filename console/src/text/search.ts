/** Wording of the search. */
import { texts } from './texts.ts';

export const searchTexts = texts({
  en: {
    open: 'Search',
    title: 'Search',
    label: 'Find a session',
    help: 'Your reference, a session ID, or the ID of a webhook delivery, in full.',
    find: 'Search',
    close: 'Close',
    results: 'Results',
    found: (count: number) => (count === 1 ? '1 session found' : `${count} sessions found`),
    none: 'Nothing found. Enter the whole text, exactly as it was sent. Erased sessions can’t be found.',
    reference: 'Your reference',
    session: 'Session ID',
    delivery: 'Webhook delivery',
  },
  de: {
    open: 'Suchen',
    title: 'Suche',
    label: 'Vorgang finden',
    help: 'Ihre Referenz, eine Vorgangs-ID oder die ID einer Webhook-Zustellung, jeweils vollständig.',
    find: 'Suchen',
    close: 'Schließen',
    results: 'Ergebnisse',
    found: (count: number) => (count === 1 ? '1 Vorgang gefunden' : `${count} Vorgänge gefunden`),
    none: 'Nichts gefunden. Geben Sie den ganzen Text genau so ein, wie er angegeben wurde. Gelöschte Vorgänge sind nicht mehr zu finden.',
    reference: 'Ihre Referenz',
    session: 'Vorgangs-ID',
    delivery: 'Webhook-Zustellung',
  },
});
