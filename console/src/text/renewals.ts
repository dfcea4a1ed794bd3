/** Wording of the renewal of certificates by ACME. */
import { texts } from './texts.ts';

export type RenewalState = 'waiting' | 'ordered' | 'done' | 'failing';

const statesEn: Readonly<Record<RenewalState, string>> = {
  waiting: 'not ordered yet',
  ordered: 'ordered',
  done: 'installed',
  failing: 'last attempt failed',
};
const statesDe: Readonly<Record<RenewalState, string>> = {
  waiting: 'noch nicht bestellt',
  ordered: 'bestellt',
  done: 'installiert',
  failing: 'letzter Versuch fehlgeschlagen',
};

export const renewalTexts = texts({
  en: {
    title: 'Automatic renewal (ACME)',
    lead: 'The server obtains these certificates itself, as acme.json specifies. While a renewal fails, the current certificate stays in use until it expires.',
    certificate: 'Certificate',
    authority: (host: string) => `from ${host}`,
    state: 'State',
    stateName: (state: RenewalState) => statesEn[state],
    last: 'Last attempt',
    none: 'none yet',
    succeeded: (at: string) => `Installed: ${at}`,
    failed: (at: string) => `Failed: ${at}`,
    failures: (count: number) => `${count} failures in a row`,
    next: 'Next step',
    ordered: (at: string) => `The authority has been processing the order since ${at}.`,
    retry: (at: string) => `Next attempt: ${at}`,
    renews: (at: string) => `Renewal: ${at}`,
    due: 'Due now. The server checks every 30 seconds.',
    expires: 'Expires',
  },
  de: {
    title: 'Automatische Erneuerung (ACME)',
    lead: 'Der Server holt diese Zertifikate selbst, wie acme.json es vorgibt. Solange eine Erneuerung fehlschlägt, gilt das bisherige Zertifikat bis zu seinem Ablauf.',
    certificate: 'Zertifikat',
    authority: (host: string) => `von ${host}`,
    state: 'Status',
    stateName: (state: RenewalState) => statesDe[state],
    last: 'Letzter Versuch',
    none: 'noch keiner',
    succeeded: (at: string) => `Installiert: ${at}`,
    failed: (at: string) => `Fehlgeschlagen: ${at}`,
    failures: (count: number) => `${count} Fehlversuche hintereinander`,
    next: 'Nächster Schritt',
    ordered: (at: string) => `Die Zertifizierungsstelle bearbeitet die Bestellung seit ${at}.`,
    retry: (at: string) => `Nächster Versuch: ${at}`,
    renews: (at: string) => `Erneuerung: ${at}`,
    due: 'Jetzt fällig. Der Server prüft alle 30 Sekunden.',
    expires: 'Läuft ab',
  },
});
