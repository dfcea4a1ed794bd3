/** Texts of the rights page. `{name}` is the tenant's. */
import type { SessionStatus } from '@countersign/shared/model/session/sessions';
import type { Language } from '@countersign/shared/pages/accept-language';

export interface RightsTexts {
  readonly title: string;
  readonly introduction: string;
  readonly findable: string;
  readonly start: string;
  readonly open: string;
  readonly waiting: string;
  readonly refused: string;
  readonly reload: string;
  readonly again: string;
  readonly thisDevice: string;
  readonly code: string;
  readonly found: string;
  readonly nothing: string;
  readonly more: string;
  readonly sessions: string;
  readonly kinds: Readonly<Record<'issuance' | 'presentation', string>>;
  readonly states: Readonly<Record<SessionStatus, string>>;
  readonly columns: readonly [kind: string, when: string, state: string, id: string];
  readonly issued: string;
  readonly renewals: string;
  readonly logins: string;
  readonly until: string;
  readonly eraseTitle: string;
  readonly eraseText: string;
  readonly revoke: string;
  readonly erase: string;
  readonly erased: string;
  readonly counts: string;
  readonly receipt: string;
  readonly download: string;
  readonly back: string;
  readonly contact: string;
  readonly authority: string;
  readonly problems: Readonly<Record<RightsProblem, string>>;
}

/** `elsewhere`: the wallet led to a browser that did not start. */
export type RightsProblem = 'ended' | 'elsewhere';

const en: RightsTexts = {
  title: 'Your data',
  introduction:
    'Ask {name} what is stored about you, and erase it. You show who you are with your wallet. Only what is needed to find you is requested, and it is erased as soon as you return to this page.',
  findable:
    'This page finds offers, presentations, sign-ins and issued credentials in which you showed the same claims. It can’t find what was shared without them, such as a proof of age, and it doesn’t show what {name} stores in other systems.',
  start: 'Ask with my wallet',
  open: 'Open wallet on this device',
  waiting: 'Open your wallet and confirm there. It leads you back to this page.',
  refused:
    'Your wallet declined, or what it presented could not be accepted. Nothing was shown and nothing was erased.',
  reload: 'Check again',
  again: 'Start again',
  thisDevice:
    'Is your wallet on another device? Open this page there: scan this code. It contains only the address of this page.',
  code: 'QR code with the address of this page',
  found: 'This is stored about you:',
  nothing: 'Nothing is stored that can be found by what you presented.',
  more: 'There is more than this page lists. All of it is erased.',
  sessions: 'Offers and presentations',
  kinds: { issuance: 'Credential for you', presentation: 'Presentation by you' },
  states: {
    created: 'open',
    pushed: 'begun',
    presentation_required: 'begun',
    authorized: 'begun',
    token_issued: 'begun',
    issued: 'issued',
    completed: 'issued and accepted',
    exhausted: 'ended',
    failed: 'ended without a credential',
    expired: 'expired',
    requested: 'open',
    verified: 'verified',
    rejected: 'refused',
  },
  columns: ['What', 'When (UTC)', 'State', 'Number'],
  issued: 'issued: {credentials}',
  renewals: 'Your wallet may renew credentials',
  logins: 'Sign-ins at applications',
  until: '{what}, until {when} (UTC)',
  eraseTitle: 'Erase all of it',
  eraseText:
    'Everything listed here is erased now, with its claims and records. You can’t undo this. What you have in your wallet stays there.',
  revoke: 'Also revoke the credentials that were issued to me. They can’t be used afterwards.',
  erase: 'Erase my data',
  erased: 'Erased',
  counts: 'Offers and presentations: {sessions}. Renewals: {renewals}. Sign-ins: {logins}. Revoked: {revoked}.',
  receipt: 'Your receipt, signed by {name}',
  download: 'Save receipt',
  back: 'Back to your wallet',
  contact: 'Contact',
  authority: 'If you want to complain: the data protection authority',
  problems: {
    ended: 'Your visit has ended. Nothing was erased. Start again.',
    elsewhere:
      'You have responded with your wallet, but this browser did not ask for it. If somebody sent you a link or a code, close this page. Nothing was shown to them, and nothing was erased.',
  },
};

const de: RightsTexts = {
  title: 'Ihre Daten',
  introduction:
    'Fragen Sie {name}, was über Sie gespeichert ist, und löschen Sie es. Mit Ihrer Wallet zeigen Sie, wer Sie sind. Angefragt wird nur, was nötig ist, um Sie zu finden. Es wird gelöscht, sobald Sie auf diese Seite zurückkommen.',
  findable:
    'Diese Seite findet Angebote, Vorlagen, Anmeldungen und ausgestellte Nachweise, bei denen Sie dieselben Angaben gezeigt haben. Sie findet nicht, was Sie ohne diese Angaben gezeigt haben, etwa einen Altersnachweis, und sie zeigt nicht, was {name} in anderen Systemen speichert.',
  start: 'Mit meiner Wallet fragen',
  open: 'Wallet auf diesem Gerät öffnen',
  waiting: 'Öffnen Sie Ihre Wallet und bestätigen Sie dort. Sie führt Sie auf diese Seite zurück.',
  refused:
    'Ihre Wallet hat abgelehnt, oder ihr Nachweis konnte nicht angenommen werden. Es wurde nichts gezeigt und nichts gelöscht.',
  reload: 'Noch einmal prüfen',
  again: 'Neu beginnen',
  thisDevice:
    'Ist Ihre Wallet auf einem anderen Gerät? Öffnen Sie diese Seite dort: Scannen Sie diesen Code. Er enthält nur die Adresse dieser Seite.',
  code: 'QR-Code mit der Adresse dieser Seite',
  found: 'Das ist über Sie gespeichert:',
  nothing: 'Es ist nichts gespeichert, das sich mit dem vorgelegten Nachweis finden lässt.',
  more: 'Es gibt mehr, als diese Seite zeigt. Gelöscht wird alles.',
  sessions: 'Angebote und Vorlagen',
  kinds: { issuance: 'Nachweis für Sie', presentation: 'Von Ihnen vorgelegt' },
  states: {
    created: 'offen',
    pushed: 'begonnen',
    presentation_required: 'begonnen',
    authorized: 'begonnen',
    token_issued: 'begonnen',
    issued: 'ausgestellt',
    completed: 'ausgestellt und angenommen',
    exhausted: 'beendet',
    failed: 'ohne Nachweis beendet',
    expired: 'abgelaufen',
    requested: 'offen',
    verified: 'geprüft',
    rejected: 'abgelehnt',
  },
  columns: ['Was', 'Wann (UTC)', 'Stand', 'Nummer'],
  issued: 'ausgestellt: {credentials}',
  renewals: 'Ihre Wallet darf Nachweise erneuern',
  logins: 'Anmeldungen bei Anwendungen',
  until: '{what}, bis {when} (UTC)',
  eraseTitle: 'Alles löschen',
  eraseText:
    'Alles, was hier steht, wird jetzt gelöscht, mit allen Angaben und Aufzeichnungen. Das lässt sich nicht rückgängig machen. Was in Ihrer Wallet ist, bleibt dort.',
  revoke: 'Auch die Nachweise widerrufen, die mir ausgestellt wurden. Sie sind danach nicht mehr gültig.',
  erase: 'Meine Daten löschen',
  erased: 'Gelöscht',
  counts: 'Angebote und Vorlagen: {sessions}. Erneuerungen: {renewals}. Anmeldungen: {logins}. Widerrufen: {revoked}.',
  receipt: 'Ihre Quittung, signiert von {name}',
  download: 'Quittung speichern',
  back: 'Zurück zu Ihrer Wallet',
  contact: 'Kontakt',
  authority: 'Wenn Sie sich beschweren möchten: die Datenschutzaufsicht',
  problems: {
    ended: 'Ihr Besuch ist beendet. Es wurde nichts gelöscht. Beginnen Sie neu.',
    elsewhere:
      'Sie haben mit Ihrer Wallet geantwortet, aber dieser Browser hat nicht danach gefragt. Wenn Ihnen jemand einen Link oder einen Code geschickt hat, schließen Sie diese Seite. Es wurde ihm nichts gezeigt und nichts gelöscht.',
  },
};

export const rightsTexts: Readonly<Record<Language, RightsTexts>> = { en, de };
