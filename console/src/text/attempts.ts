/** Wording of the attempts of a webhook delivery. */
import { texts } from './texts.ts';

export const attemptTexts = texts({
  en: {
    attempts: 'Attempts',
    duration: 'Duration',
    sent: 'Sent',
    received: 'Received',
    bytes: (bytes: number) => `${bytes} bytes`,
  },
  de: {
    attempts: 'Versuche',
    duration: 'Dauer',
    sent: 'Gesendet',
    received: 'Empfangen',
    bytes: (bytes: number) => `${bytes} Byte`,
  },
});
