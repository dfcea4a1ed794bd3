/** What the authorization page says. `{issuer}`, `{time}` and `{minutes}` are filled in. */
import type { Language } from './accept-language.ts';

export interface PageState {
  readonly title?: string;
  readonly text: string;
  /** Text of the link that leads on. */
  readonly link?: string;
}

export interface PageTexts {
  readonly title: string;
  readonly introduction: string;
  readonly here: string;
  readonly open: string;
  readonly there: string;
  readonly scan: string;
  readonly code: string;
  readonly minutes: string;
  readonly until: string;
  readonly last: string;
  readonly withoutScript: string;
  readonly states: Readonly<Record<'waiting' | 'offline' | 'continue' | 'expired' | 'refused', PageState>>;
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  en: {
    title: 'Confirm with your wallet',
    introduction:
      'Before the new credential is issued, {issuer} needs to check one that you already have. Your wallet shows what is asked for, and nothing is shared until you agree.',
    here: 'On this device',
    open: 'Open wallet on this device',
    there: 'On another device',
    scan: 'Scan this code with the wallet on your other device.',
    code: 'QR code with the request for the wallet on another device',
    minutes: 'Valid for about {minutes} min.',
    until: 'Valid until {time}.',
    last: 'Less than a minute left.',
    withoutScript:
      'JavaScript is switched off in this browser, so this page reloads itself every 10 seconds. Confirm in your wallet and leave this page open: it then takes you on.',
    states: {
      waiting: { text: 'Waiting for your wallet. Once you have confirmed there, this page goes on by itself.' },
      offline: { text: 'No connection at the moment. This page keeps trying; please leave it open.' },
      continue: { title: 'Confirmed', text: 'You are being taken back to your wallet.', link: 'Continue' },
      expired: {
        title: 'The time has run out',
        text: 'The credential was not issued. Go back to the app in which you began and start again there.',
      },
      refused: {
        title: 'This did not work',
        text: 'The request was declined in the wallet, or what it showed could not be accepted. The credential was not issued. Go back to the app in which you began and start again there. If it happens again, please contact {issuer}.',
      },
    },
  },
  de: {
    title: 'Mit dem Wallet bestätigen',
    introduction:
      'Bevor der neue Nachweis ausgestellt wird, muss {issuer} einen prüfen, den Sie schon haben. Ihr Wallet zeigt, was angefragt wird, und gibt nichts ohne Ihre Zustimmung weiter.',
    here: 'Auf diesem Gerät',
    open: 'Wallet auf diesem Gerät öffnen',
    there: 'Auf einem anderen Gerät',
    scan: 'Scannen Sie diesen Code mit dem Wallet auf dem anderen Gerät.',
    code: 'QR-Code mit der Anfrage für das Wallet auf einem anderen Gerät',
    minutes: 'Noch etwa {minutes} Min. gültig.',
    until: 'Gültig bis {time} Uhr.',
    last: 'Noch weniger als eine Minute gültig.',
    withoutScript:
      'JavaScript ist in diesem Browser ausgeschaltet, deshalb lädt sich diese Seite alle 10 Sekunden neu. Bestätigen Sie im Wallet und lassen Sie die Seite offen: Sie führt Sie dann weiter.',
    states: {
      waiting: {
        text: 'Warten auf Ihr Wallet. Sobald Sie dort bestätigt haben, geht es auf dieser Seite von selbst weiter.',
      },
      offline: {
        text: 'Im Moment keine Verbindung. Die Seite versucht es weiter; bitte lassen Sie sie offen.',
      },
      continue: { title: 'Bestätigt', text: 'Sie werden zu Ihrem Wallet zurückgeleitet.', link: 'Weiter' },
      expired: {
        title: 'Die Zeit ist abgelaufen',
        text: 'Der Nachweis wurde nicht ausgestellt. Gehen Sie zurück in die App, in der Sie begonnen haben, und starten Sie dort neu.',
      },
      refused: {
        title: 'Das hat nicht geklappt',
        text: 'Die Anfrage wurde im Wallet abgelehnt, oder der vorgelegte Nachweis konnte nicht angenommen werden. Der neue Nachweis wurde nicht ausgestellt. Gehen Sie zurück in die App, in der Sie begonnen haben, und starten Sie dort neu. Wenn es wieder nicht klappt, wenden Sie sich bitte an {issuer}.',
      },
    },
  },
};
