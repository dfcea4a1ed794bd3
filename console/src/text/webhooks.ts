/** What the page "Webhooks" says. */
import { texts } from './texts.ts';

type State = 'waiting' | 'delivered' | 'dead';
type Stored = 'due' | 'leased' | 'delivered' | 'dead';
type Kind = 'presentation' | 'issuance' | 'refresh';
type Overlap = '0' | '3600' | '86400' | '604800';

export const webhookTexts = texts({
  en: {
    lead: 'What this system tells your backend: results, outcomes, changes.',
    deliveries: 'Deliveries',
    waiting: 'Waiting',
    delivered: 'Delivered',
    dead: 'Given up',
    none: (state: State) =>
      ({
        waiting: 'No webhook waits',
        delivered: 'No webhook was delivered yet',
        dead: 'No webhook was given up',
      })[state],
    states: (state: Stored) =>
      ({ due: 'waiting', leased: 'being sent', delivered: 'delivered', dead: 'given up' })[state],
    choose: 'Choose',
    chooseAll: 'Choose all',
    chooseOne: (type: string, id: string) => `Choose ${type}, ${id}`,
    event: 'Event',
    session: 'Session',
    target: 'Receiver',
    state: 'State',
    made: 'Made',
    attempts: 'Attempts',
    action: 'Action',
    noAttempt: 'None yet',
    tried: (count: number) => (count === 1 ? 'Once.' : `${count} times.`),
    next: 'Next at',
    allAttempts: 'All attempts',
    replay: 'Send again',
    replayOne: (type: string, id: string) => `Send ${type} again, ${id}`,
    replayChosen: (count: number) => `Send ${count} again`,
    replayTitle: (count: number) => (count === 1 ? 'Send this webhook again?' : `Send ${count} webhooks again?`),
    replayHelp:
      'Each keeps its id, so that a receiver that has handled it can ignore it. The schedule of attempts begins anew.',
    replayed: (sent: number, all: number) => `${sent} of ${all} are sent again`,
    test: 'Test call',
    testHelp: 'Sends one signed event of the type webhook.test. It is not tried again, and leaves no delivery.',
    webhook: 'Webhook',
    otherAddress: 'Another address',
    kinds: (kind: Kind) =>
      ({ presentation: 'result', issuance: 'claims for the credential', refresh: 'claims for the renewal' })[kind],
    address: 'Address',
    send: 'Send the test event',
    outcomes: (outcome: 'delivered' | 'failed') =>
      ({ delivered: 'The receiver has taken it', failed: 'The receiver has not taken it' })[outcome],
    secret: 'Secret of the signature',
    secretHelp: 'It signs every webhook that has no signingSecret of its own (Standard Webhooks).',
    present: 'Present secret',
    changedAt: 'Changed',
    earlier: (generation: number) => `Secret ${generation}`,
    signsUntil: 'signs too, until',
    change: 'Change the secret',
    changeTitle: 'Change the secret of the signature?',
    changeHelp:
      'The new secret is shown once. Until the end of the overlap each webhook is signed with both, and receivers verify with either.',
    overlap: 'Overlap',
    overlaps: (overlap: Overlap) =>
      ({
        '3600': 'one hour',
        '86400': 'one day',
        '604800': 'one week',
        '0': 'none: the secret has leaked',
      })[overlap],
    newSecret: 'The secret is changed',
    newSecretHelp: 'Give it to every receiver now: it is not shown again.',
  },
  de: {
    lead: 'Was dieses System Ihrem Backend mitteilt: Ergebnisse, Ausgänge, Änderungen.',
    deliveries: 'Zustellungen',
    waiting: 'Wartend',
    delivered: 'Zugestellt',
    dead: 'Aufgegeben',
    none: (state: State) =>
      ({
        waiting: 'Kein Webhook wartet',
        delivered: 'Noch kein Webhook wurde zugestellt',
        dead: 'Kein Webhook wurde aufgegeben',
      })[state],
    states: (state: Stored) =>
      ({ due: 'wartend', leased: 'wird gesendet', delivered: 'zugestellt', dead: 'aufgegeben' })[state],
    choose: 'Auswahl',
    chooseAll: 'Alle auswählen',
    chooseOne: (type: string, id: string) => `${type} auswählen, ${id}`,
    event: 'Ereignis',
    session: 'Sitzung',
    target: 'Empfänger',
    state: 'Zustand',
    made: 'Entstanden',
    attempts: 'Versuche',
    action: 'Aktion',
    noAttempt: 'Noch keiner',
    tried: (count: number) => (count === 1 ? 'Einer.' : `${count}.`),
    next: 'Nächster um',
    allAttempts: 'Alle Versuche',
    replay: 'Noch einmal senden',
    replayOne: (type: string, id: string) => `${type} noch einmal senden, ${id}`,
    replayChosen: (count: number) => `${count} noch einmal senden`,
    replayTitle: (count: number) =>
      count === 1 ? 'Diesen Webhook noch einmal senden?' : `${count} Webhooks noch einmal senden?`,
    replayHelp:
      'Jeder behält seine ID, damit ein Empfänger ihn übergehen kann, der ihn schon verarbeitet hat. Der Zeitplan der Versuche beginnt von vorn.',
    replayed: (sent: number, all: number) => `${sent} von ${all} werden noch einmal gesendet`,
    test: 'Testaufruf',
    testHelp:
      'Sendet ein signiertes Ereignis der Art webhook.test. Es wird nicht wiederholt und hinterlässt keine Zustellung.',
    webhook: 'Webhook',
    otherAddress: 'Eine andere Adresse',
    kinds: (kind: Kind) =>
      ({ presentation: 'Ergebnis', issuance: 'Daten für den Nachweis', refresh: 'Daten für die Erneuerung' })[kind],
    address: 'Adresse',
    send: 'Testereignis senden',
    outcomes: (outcome: 'delivered' | 'failed') =>
      ({ delivered: 'Der Empfänger hat es angenommen', failed: 'Der Empfänger hat es nicht angenommen' })[outcome],
    secret: 'Geheimnis der Signatur',
    secretHelp: 'Es signiert jeden Webhook, der kein eigenes signingSecret hat (Standard Webhooks).',
    present: 'Jetziges Geheimnis',
    changedAt: 'Gewechselt',
    earlier: (generation: number) => `Geheimnis ${generation}`,
    signsUntil: 'signiert mit, bis',
    change: 'Geheimnis wechseln',
    changeTitle: 'Geheimnis der Signatur wechseln?',
    changeHelp:
      'Das neue Geheimnis wird einmal gezeigt. Bis zum Ende der Überlappung ist jeder Webhook mit beiden signiert; Empfänger prüfen mit einem davon.',
    overlap: 'Überlappung',
    overlaps: (overlap: Overlap) =>
      ({
        '3600': 'eine Stunde',
        '86400': 'ein Tag',
        '604800': 'eine Woche',
        '0': 'keine: das Geheimnis ist bekannt geworden',
      })[overlap],
    newSecret: 'Das Geheimnis ist gewechselt',
    newSecretHelp: 'Geben Sie es jetzt jedem Empfänger: es wird nicht noch einmal gezeigt.',
  },
});
