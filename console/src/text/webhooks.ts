/** Wording of the page "Webhooks". */
import { texts } from './texts.ts';

type State = 'waiting' | 'delivered' | 'dead';
type Stored = 'due' | 'leased' | 'delivered' | 'dead';
type Kind = 'presentation' | 'issuance' | 'refresh';
type Overlap = '0' | '3600' | '86400' | '604800';

export const webhookTexts = texts({
  en: {
    lead: 'Events that are sent to your backend.',
    deliveries: 'Deliveries',
    waiting: 'Pending',
    delivered: 'Delivered',
    dead: 'Failed',
    none: (state: State) =>
      ({
        waiting: 'No pending webhooks',
        delivered: 'No delivered webhooks yet',
        dead: 'No failed webhooks',
      })[state],
    states: (state: Stored) => ({ due: 'pending', leased: 'sending', delivered: 'delivered', dead: 'failed' })[state],
    choose: 'Choose',
    chooseAll: 'Choose all',
    chooseOne: (type: string, id: string) => `Choose ${type}, ${id}`,
    event: 'Event',
    session: 'Session',
    target: 'Receiver',
    state: 'State',
    made: 'Created',
    attempts: 'Attempts',
    action: 'Action',
    noAttempt: 'None yet',
    tried: (count: number) => (count === 1 ? 'Once.' : `${count} times.`),
    next: 'Next at',
    allAttempts: 'All attempts',
    replay: 'Resend',
    replayOne: (type: string, id: string) => `Resend ${type}, ${id}`,
    replayChosen: (count: number) => `Resend ${count}`,
    replayTitle: (count: number) => (count === 1 ? 'Resend this webhook?' : `Resend ${count} webhooks?`),
    replayHelp: 'Each webhook keeps its id, so that receivers can ignore repeats. The retry schedule starts again.',
    replayed: (sent: number, all: number) => `${sent} of ${all} resent`,
    test: 'Test event',
    testHelp: "Sends one signed webhook.test event. It isn't retried or recorded.",
    webhook: 'Webhook',
    otherAddress: 'Other address',
    kinds: (kind: Kind) =>
      ({ presentation: 'result', issuance: 'claims for the credential', refresh: 'claims for the renewal' })[kind],
    address: 'Address',
    send: 'Send test event',
    outcomes: (outcome: 'delivered' | 'failed') => ({ delivered: 'Delivered', failed: 'Delivery failed' })[outcome],
    secret: 'Signing secret',
    secretHelp: 'Signs every webhook without its own signingSecret (Standard Webhooks).',
    present: 'Current secret',
    changedAt: 'Changed',
    earlier: (generation: number) => `Secret ${generation}`,
    signsUntil: 'also signs, until',
    change: 'Rotate secret',
    changeTitle: 'Rotate the signing secret?',
    changeHelp:
      'The new secret is shown once. During the overlap, webhooks are signed with both, and receivers can verify with either.',
    overlap: 'Overlap',
    overlaps: (overlap: Overlap) =>
      ({
        '3600': 'one hour',
        '86400': 'one day',
        '604800': 'one week',
        '0': 'none: the secret has leaked',
      })[overlap],
    newSecret: 'Secret rotated',
    newSecretHelp: "Copy it to every receiver now. It won't be shown again.",
  },
  de: {
    lead: 'Ereignisse, die an Ihr Backend gesendet werden.',
    deliveries: 'Zustellungen',
    waiting: 'Ausstehend',
    delivered: 'Zugestellt',
    dead: 'Fehlgeschlagen',
    none: (state: State) =>
      ({
        waiting: 'Keine ausstehenden Webhooks',
        delivered: 'Noch keine zugestellten Webhooks',
        dead: 'Keine fehlgeschlagenen Webhooks',
      })[state],
    states: (state: Stored) =>
      ({ due: 'ausstehend', leased: 'wird gesendet', delivered: 'zugestellt', dead: 'fehlgeschlagen' })[state],
    choose: 'Auswahl',
    chooseAll: 'Alle auswählen',
    chooseOne: (type: string, id: string) => `${type} auswählen, ${id}`,
    event: 'Ereignis',
    session: 'Vorgang',
    target: 'Empfänger',
    state: 'Zustand',
    made: 'Angelegt',
    attempts: 'Versuche',
    action: 'Aktion',
    noAttempt: 'Noch keiner',
    tried: (count: number) => (count === 1 ? 'Einer.' : `${count}.`),
    next: 'Nächster um',
    allAttempts: 'Alle Versuche',
    replay: 'Erneut senden',
    replayOne: (type: string, id: string) => `${type} erneut senden, ${id}`,
    replayChosen: (count: number) => `${count} erneut senden`,
    replayTitle: (count: number) =>
      count === 1 ? 'Diesen Webhook erneut senden?' : `${count} Webhooks erneut senden?`,
    replayHelp:
      'Jeder Webhook behält seine ID, damit Empfänger Wiederholungen erkennen. Der Zeitplan der Versuche beginnt von vorn.',
    replayed: (sent: number, all: number) => `${sent} von ${all} erneut gesendet`,
    test: 'Testereignis',
    testHelp: 'Sendet ein signiertes Ereignis webhook.test. Es wird weder wiederholt noch gespeichert.',
    webhook: 'Webhook',
    otherAddress: 'Andere Adresse',
    kinds: (kind: Kind) =>
      ({ presentation: 'Ergebnis', issuance: 'Angaben für den Nachweis', refresh: 'Angaben für die Erneuerung' })[kind],
    address: 'Adresse',
    send: 'Testereignis senden',
    outcomes: (outcome: 'delivered' | 'failed') =>
      ({ delivered: 'Zugestellt', failed: 'Zustellung fehlgeschlagen' })[outcome],
    secret: 'Webhook-Geheimnis',
    secretHelp: 'Signiert alle Webhooks ohne eigenes signingSecret (Standard Webhooks).',
    present: 'Aktuelles Geheimnis',
    changedAt: 'Gewechselt',
    earlier: (generation: number) => `Geheimnis ${generation}`,
    signsUntil: 'signiert ebenfalls, bis',
    change: 'Geheimnis wechseln',
    changeTitle: 'Webhook-Geheimnis wechseln?',
    changeHelp:
      'Das neue Geheimnis wird einmal gezeigt. Während der Übergangsfrist sind Webhooks mit beiden signiert. Empfänger können mit jedem davon prüfen.',
    overlap: 'Übergangsfrist',
    overlaps: (overlap: Overlap) =>
      ({
        '3600': 'eine Stunde',
        '86400': 'ein Tag',
        '604800': 'eine Woche',
        '0': 'keine: Das Geheimnis ist bekannt geworden',
      })[overlap],
    newSecret: 'Geheimnis gewechselt',
    newSecretHelp: 'Übertragen Sie es jetzt an alle Empfänger. Es wird nicht noch einmal gezeigt.',
  },
});
