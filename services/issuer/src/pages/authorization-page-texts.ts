/** Strings of the authorization page. `{issuer}`, `{credential}`, `{time}` and `{minutes}` are filled in. */
import type { Language } from '@countersign/shared/pages/accept-language';

export interface PageState {
  readonly title?: string;
  readonly text: string;
  /** Text of the link to the wallet or to the redirect URI. */
  readonly link?: string;
}

/** Names of the page's states. A refusal is one of three. */
export type PageStateName =
  | 'waiting'
  | 'waiting-declined'
  | 'waiting-not_accepted'
  | 'waiting-no_answer'
  | 'offline'
  | 'continue'
  | 'expired'
  | 'refused-declined'
  | 'refused-not_accepted'
  | 'refused-issuer';

/** Strings of the page before a sign-in; `{provider}` and `{wallet}` are filled in there. */
export interface SignInTexts {
  readonly title: string;
  readonly introduction: string;
  readonly goesTo: string;
  readonly website: string;
  readonly app: string;
  readonly caution: string;
  /** The button's text. */
  readonly at: string;
}

export interface PageTexts {
  readonly title: string;
  readonly introduction: string;
  /** Name of a credential whose configuration has no name. */
  readonly credential: string;
  readonly coming: string;
  readonly purpose: string;
  readonly privacy: string;
  readonly here: string;
  /** Text of the button that uses the Digital Credentials API. */
  readonly ask: string;
  readonly open: string;
  readonly there: string;
  readonly scan: string;
  readonly code: string;
  readonly minutes: string;
  readonly until: string;
  readonly last: string;
  readonly withoutScript: string;
  readonly decline: string;
  readonly signIn: SignInTexts;
  readonly states: Readonly<Record<PageStateName, PageState>>;
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  en: {
    title: 'Confirm with your wallet',
    introduction:
      'Before it is issued, {issuer} needs to check a credential that you already have. Your wallet shows what is requested, and nothing is shared until you agree.',
    credential: 'New credential',
    coming: 'You are about to receive',
    purpose: 'Purpose',
    privacy: 'Privacy policy (opens in a new tab)',
    here: 'On this device',
    ask: 'Use this browser’s wallet',
    open: 'Open wallet on this device',
    there: 'On another device',
    scan: 'Scan this code with the wallet on your other device.',
    code: 'QR code with the request for the wallet on another device',
    minutes: 'Valid for about {minutes} min.',
    until: 'Valid until {time}.',
    last: 'Less than a minute left.',
    withoutScript:
      'JavaScript is switched off in this browser, so this page reloads itself every 10 seconds. Confirm in your wallet and leave this page open. It will then take you back.',
    decline: 'Decline and go back',
    signIn: {
      title: 'Sign in to get your credential',
      introduction: '{issuer} issues {credential} to you. To know who you are, it asks you to sign in.',
      goesTo: 'The credential goes to',
      website: 'the wallet at {wallet}',
      app: 'the wallet app on this device that opens “{wallet}:” links',
      caution: 'Continue only if you have just asked for this credential in that wallet.',
      at: 'Sign in at {provider}',
    },
    states: {
      waiting: { text: 'Waiting for your wallet. This page continues automatically once you confirm.' },
      'waiting-declined': {
        text: 'Your wallet reported that the request was declined. You can still confirm: open the wallet or scan the code again.',
        link: 'Go back without confirming',
      },
      'waiting-not_accepted': {
        text: '{issuer} could not accept what your wallet presented. Open the wallet or scan the code again, and choose another credential.',
        link: 'Go back without confirming',
      },
      'waiting-no_answer': {
        text: 'No wallet in this browser responded. You can ask again, open the wallet, or scan the code.',
      },
      offline: { text: 'No connection at the moment. This page keeps trying; please leave it open.' },
      continue: { title: 'Confirmed', text: 'You are being taken back to your wallet.', link: 'Continue' },
      expired: {
        title: 'The time has run out',
        text: '{credential} was not issued. Go back to the app where you started and try again there.',
        link: 'Go back and try again',
      },
      'refused-declined': {
        title: 'You declined the request',
        text: 'Nothing was shared, and {credential} was not issued. If you have changed your mind, go back to the app where you started and try again there.',
        link: 'Go back and try again',
      },
      'refused-not_accepted': {
        title: 'This credential could not be accepted',
        text: '{issuer} could not accept what your wallet presented, so {credential} was not issued. Go back to the app where you started, and try again there with another credential. If it happens again, please contact {issuer}.',
        link: 'Go back and try again',
      },
      'refused-issuer': {
        title: '{credential} could not be issued',
        text: 'Your wallet did everything right. {issuer} could not provide the data for {credential}. Please try again later, or contact {issuer}.',
        link: 'Go back',
      },
    },
  },
  de: {
    title: 'Mit der Wallet bestätigen',
    introduction:
      'Vor der Ausstellung muss {issuer} einen Nachweis prüfen, den Sie schon haben. Ihre Wallet zeigt, was angefragt wird, und gibt nichts ohne Ihre Zustimmung weiter.',
    credential: 'Neuer Nachweis',
    coming: 'Sie erhalten in Kürze',
    purpose: 'Zweck',
    privacy: 'Datenschutzerklärung (öffnet einen neuen Tab)',
    here: 'Auf diesem Gerät',
    ask: 'Wallet in diesem Browser fragen',
    open: 'Wallet auf diesem Gerät öffnen',
    there: 'Auf einem anderen Gerät',
    scan: 'Scannen Sie diesen Code mit der Wallet auf dem anderen Gerät.',
    code: 'QR-Code mit der Anfrage für die Wallet auf einem anderen Gerät',
    minutes: 'Noch etwa {minutes} Min. gültig.',
    until: 'Gültig bis {time} Uhr.',
    last: 'Noch weniger als eine Minute gültig.',
    withoutScript:
      'JavaScript ist in diesem Browser ausgeschaltet, deshalb lädt sich diese Seite alle 10 Sekunden neu. Bestätigen Sie in der Wallet und lassen Sie die Seite offen: Sie führt Sie dann zurück.',
    decline: 'Ablehnen und zurück',
    signIn: {
      title: 'Anmelden und Nachweis erhalten',
      introduction:
        '{issuer} stellt {credential} für Sie aus. Damit feststeht, wer Sie sind, melden Sie sich bitte an.',
      goesTo: 'Der Nachweis geht an',
      website: 'die Wallet bei {wallet}',
      app: 'die Wallet-App auf diesem Gerät, die Links mit „{wallet}:“ öffnet',
      caution: 'Fahren Sie nur fort, wenn Sie diesen Nachweis gerade selbst in dieser Wallet angefordert haben.',
      at: 'Bei {provider} anmelden',
    },
    states: {
      waiting: {
        text: 'Warten auf Ihre Wallet. Sobald Sie dort bestätigt haben, geht es auf dieser Seite von selbst weiter.',
      },
      'waiting-declined': {
        text: 'Ihre Wallet hat gemeldet, dass die Anfrage abgelehnt wurde. Sie können noch bestätigen: Öffnen Sie die Wallet oder scannen Sie den Code noch einmal.',
        link: 'Zurück, ohne zu bestätigen',
      },
      'waiting-not_accepted': {
        text: '{issuer} konnte den Nachweis aus Ihrer Wallet nicht annehmen. Öffnen Sie die Wallet oder scannen Sie den Code noch einmal, und wählen Sie einen anderen Nachweis.',
        link: 'Zurück, ohne zu bestätigen',
      },
      'waiting-no_answer': {
        text: 'Von einer Wallet in diesem Browser kam keine Antwort. Sie können noch einmal fragen, die Wallet öffnen oder den Code scannen.',
      },
      offline: {
        text: 'Im Moment keine Verbindung. Die Seite versucht es weiter; bitte lassen Sie sie offen.',
      },
      continue: { title: 'Bestätigt', text: 'Sie werden zu Ihrer Wallet zurückgeleitet.', link: 'Weiter' },
      expired: {
        title: 'Die Zeit ist abgelaufen',
        text: '{credential} wurde nicht ausgestellt. Gehen Sie zurück in die App, in der Sie begonnen haben, und versuchen Sie es dort noch einmal.',
        link: 'Zurück und noch einmal versuchen',
      },
      'refused-declined': {
        title: 'Sie haben die Anfrage abgelehnt',
        text: 'Es wurde nichts weitergegeben, und {credential} wurde nicht ausgestellt. Wenn Sie es sich anders überlegt haben, gehen Sie zurück in die App, in der Sie begonnen haben, und versuchen Sie es dort noch einmal.',
        link: 'Zurück und noch einmal versuchen',
      },
      'refused-not_accepted': {
        title: 'Dieser Nachweis konnte nicht angenommen werden',
        text: '{issuer} konnte den Nachweis aus Ihrer Wallet nicht annehmen. {credential} wurde deshalb nicht ausgestellt. Gehen Sie zurück in die App, in der Sie begonnen haben, und versuchen Sie es dort mit einem anderen Nachweis. Wenn es wieder nicht klappt, wenden Sie sich bitte an {issuer}.',
        link: 'Zurück und noch einmal versuchen',
      },
      'refused-issuer': {
        title: '{credential} konnte nicht ausgestellt werden',
        text: 'Ihre Wallet hat alles richtig gemacht. {issuer} konnte die Angaben für {credential} nicht bereitstellen. Bitte versuchen Sie es später noch einmal oder wenden Sie sich an {issuer}.',
        link: 'Zurück',
      },
    },
  },
};
