/** Wording of the page of settings. */
import { texts } from './texts.ts';

export const settingsTexts = texts({
  en: {
    lead: 'What the gateway runs with. Secrets are masked; settings change in the environment of the process.',
    name: 'Name',
    value: 'Value',
    source: 'From',
    meaning: 'Meaning',
    environment: 'environment',
    default: 'default',
    none: 'not set',
  },
  de: {
    lead: 'Womit das Gateway läuft. Geheimnisse sind verdeckt; Einstellungen ändern Sie in der Umgebung des Prozesses.',
    name: 'Name',
    value: 'Wert',
    source: 'Woher',
    meaning: 'Bedeutung (englisch)',
    environment: 'Umgebung',
    default: 'Vorgabe',
    none: 'nicht gesetzt',
  },
});
