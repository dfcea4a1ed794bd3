/** Wording of the page of settings. */
import { texts } from './texts.ts';

export const settingsTexts = texts({
  en: {
    lead: 'What the gateway runs with. Secrets are masked. Change settings in the process’s environment.',
    search: 'Search settings',
    found: (count: number) => (count === 1 ? '1 setting found' : `${count} settings found`),
    needed: 'The ten settings that you need',
    changed: 'Set in this installation',
    others: 'All other settings',
    showOthers: (count: number) => `Show ${count} other settings`,
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
    search: 'Einstellungen suchen',
    found: (count: number) => (count === 1 ? '1 Einstellung gefunden' : `${count} Einstellungen gefunden`),
    needed: 'Die zehn Einstellungen, die Sie brauchen',
    changed: 'In dieser Installation gesetzt',
    others: 'Alle weiteren Einstellungen',
    showOthers: (count: number) => `${count} weitere Einstellungen zeigen`,
    name: 'Name',
    value: 'Wert',
    source: 'Woher',
    meaning: 'Bedeutung (englisch)',
    environment: 'Umgebung',
    default: 'Vorgabe',
    none: 'nicht gesetzt',
  },
});
