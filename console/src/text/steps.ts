/** Readable steps of a flow, who takes them, and how they end. */
import { texts } from './texts.ts';

export const stepTexts = texts({
  en: {
    offer: 'Offer read',
    par: 'Authorization request pushed',
    authorize: 'Authorization page',
    challenge: 'Authorization challenge',
    token: 'Access token',
    credential: 'Credential requested',
    deferred: 'Deferred credential requested',
    notification: 'Wallet notification',
    'request-object': 'Presentation request read',
    response: 'Presentation sent',
    metadata: 'Metadata',
    nonce: 'Nonce',
    status: 'Status list',
    management: 'Management call',
    unknown: 'Unknown address',
    wallet: 'Wallet',
    browser: "User's browser",
    backend: 'Backend',
    service: 'Service',
    user: 'User',
    operator: 'Operator',
    configuration: 'Configuration',
    time: 'Nobody: a deadline passed',
    ok: 'done',
    refused: 'refused',
    failed: 'failed',
    info: 'note',
  },
  de: {
    offer: 'Angebot gelesen',
    par: 'Autorisierungsanfrage hinterlegt',
    authorize: 'Autorisierungsseite',
    challenge: 'Autorisierungsabfrage',
    token: 'Zugriffstoken',
    credential: 'Nachweis angefordert',
    deferred: 'Aufgeschobenen Nachweis angefordert',
    notification: 'Rückmeldung der Wallet',
    'request-object': 'Anfrage gelesen',
    response: 'Nachweis vorgelegt',
    metadata: 'Metadaten',
    nonce: 'Nonce',
    status: 'Statusliste',
    management: 'Verwaltungsaufruf',
    unknown: 'Unbekannte Adresse',
    wallet: 'Wallet',
    browser: 'Browser der Person',
    backend: 'Backend',
    service: 'Dienst',
    user: 'Person',
    operator: 'Betrieb',
    configuration: 'Konfiguration',
    time: 'Niemand: Eine Frist ist abgelaufen',
    ok: 'erledigt',
    refused: 'abgelehnt',
    failed: 'fehlgeschlagen',
    info: 'Hinweis',
  },
});

/** The word for a step, a caller or an outcome. A name without a word stays unchanged. */
export function stepText(name: string): string {
  const said: Readonly<Record<string, string>> = stepTexts();
  return Object.hasOwn(said, name) ? (said[name] ?? name) : name;
}
