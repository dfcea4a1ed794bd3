/** Wording of the sections about profile `eu`. */
import { texts } from './texts.ts';

type Names = Readonly<Record<string, string>>;

const partsEn: Names = {
  profile: 'Profile',
  request_certificate: 'Access certificate for requests',
  metadata_certificate: 'Access certificate for metadata',
  access_authorities: 'Authorities of access certificates',
  registration_providers: 'Providers of registration certificates',
  request_registration: 'Registration certificates for requests',
  metadata_registration: 'Registration certificate for metadata',
  wallet_providers: 'Wallet providers',
  public_body_certificate: 'Certificate of the public body',
};
const partsDe: Names = {
  profile: 'Profil',
  request_certificate: 'Zugangszertifikat für Anfragen',
  metadata_certificate: 'Zugangszertifikat für Metadaten',
  access_authorities: 'Zertifizierungsstellen für Zugangszertifikate',
  registration_providers: 'Anbieter von Registrierungszertifikaten',
  request_registration: 'Registrierungszertifikate für Anfragen',
  metadata_registration: 'Registrierungszertifikat für Metadaten',
  wallet_providers: 'Wallet-Anbieter',
  public_body_certificate: 'Zertifikat der öffentlichen Stelle',
};
const todosEn: Names = {
  profile: 'Set the profile to eu',
  request_certificate: 'Request one on the page Trust and keys, or store key and chain',
  metadata_certificate: 'Request one on the page Trust and keys, or store key and chain',
  access_authorities: 'Add the CA certificate on the page Trust and keys, or follow a list of these authorities',
  registration_providers: 'Add the CA certificate on the page Trust and keys, or follow a list of these providers',
  request_registration: 'Add the certificate of the registrar and give its id in each presentation configuration',
  metadata_registration: 'Add the certificate of the registrar and give its id',
  wallet_providers: 'Add the CA certificate on the page Trust and keys, or follow a list of wallet providers',
  public_body_certificate: 'Request a certificate that states the law and the authentic source (QcPSB)',
};
const todosDe: Names = {
  profile: 'Setzen Sie das Profil auf eu',
  request_certificate:
    'Beantragen Sie eines auf der Seite „Vertrauen und Schlüssel“ oder legen Sie Schlüssel und Kette ab',
  metadata_certificate:
    'Beantragen Sie eines auf der Seite „Vertrauen und Schlüssel“ oder legen Sie Schlüssel und Kette ab',
  access_authorities:
    'Fügen Sie das CA-Zertifikat auf der Seite „Vertrauen und Schlüssel“ hinzu oder beziehen Sie eine Liste dieser Stellen',
  registration_providers:
    'Fügen Sie das CA-Zertifikat auf der Seite „Vertrauen und Schlüssel“ hinzu oder beziehen Sie eine Liste dieser Anbieter',
  request_registration: 'Fügen Sie das Zertifikat des Registrars hinzu und nennen Sie seine ID in jeder Abfrage',
  metadata_registration: 'Fügen Sie das Zertifikat des Registrars hinzu und nennen Sie seine ID',
  wallet_providers:
    'Fügen Sie das CA-Zertifikat auf der Seite „Vertrauen und Schlüssel“ hinzu oder beziehen Sie eine Liste der Wallet-Anbieter',
  public_body_certificate: 'Beantragen Sie ein Zertifikat, das Rechtsgrundlage und authentische Quelle nennt (QcPSB)',
};
const statesEn: Names = {
  present: 'present',
  missing: 'missing',
  refused: 'wallets refuse it',
  not_needed: 'not needed',
};
const statesDe: Names = {
  present: 'vorhanden',
  missing: 'fehlt',
  refused: 'wird von Wallets abgelehnt',
  not_needed: 'nicht nötig',
};
const usersEn: Names = { verifier: 'verifier', issuer: 'issuer' };
const usersDe: Names = { verifier: 'Prüfstelle', issuer: 'Aussteller' };
const tasksEn: Names = { waiting: 'nothing due yet', done: 'up to date', failing: 'last attempt failed' };
const tasksDe: Names = { waiting: 'noch nichts fällig', done: 'aktuell', failing: 'letzter Versuch fehlgeschlagen' };

export const euTexts = texts({
  en: {
    title: 'Profile eu',
    complete: 'This tenant has everything that wallets of the European Union require.',
    incomplete: (count: number) =>
      count === 1
        ? 'Wallets of the European Union will refuse this tenant: 1 part is missing or refused.'
        : `Wallets of the European Union will refuse this tenant: ${count} parts are missing or refused.`,
    toSettings: 'Show all parts',
    what: 'Part',
    state: 'State',
    neededBy: 'Needed by',
    toDo: 'What to do',
    part: (name: string) => partsEn[name] ?? name,
    todo: (name: string, place: string) => `${todosEn[name] ?? name} (${place}).`,
    stateName: (name: string) => statesEn[name] ?? name,
    user: (name: string) => usersEn[name] ?? name,
    registrar: 'Registrar',
    noRegistrar: 'No registrar',
    noRegistrarHelp: "To register and renew automatically, put registrar.json into the tenant's folder.",
    address: 'Address',
    identifier: 'Identifier',
    party: 'Register entry',
    certificate: 'Registration certificate',
    intendedUse: 'Intended use',
    taskState: (name: string) => tasksEn[name] ?? name,
    succeeded: 'Last success:',
    retry: 'Next attempt:',
  },
  de: {
    title: 'Profil eu',
    complete: 'Dieser Mandant hat alles, was Wallets der Europäischen Union verlangen.',
    incomplete: (count: number) =>
      count === 1
        ? 'Wallets der Europäischen Union werden diesen Mandanten ablehnen: 1 Teil fehlt oder wird abgelehnt.'
        : `Wallets der Europäischen Union werden diesen Mandanten ablehnen: ${count} Teile fehlen oder werden abgelehnt.`,
    toSettings: 'Alle Teile zeigen',
    what: 'Teil',
    state: 'Status',
    neededBy: 'Nötig für',
    toDo: 'Was zu tun ist',
    part: (name: string) => partsDe[name] ?? name,
    todo: (name: string, place: string) => `${todosDe[name] ?? name} (${place}).`,
    stateName: (name: string) => statesDe[name] ?? name,
    user: (name: string) => usersDe[name] ?? name,
    registrar: 'Registrar',
    noRegistrar: 'Kein Registrar',
    noRegistrarHelp:
      'Legen Sie registrar.json in den Ordner des Mandanten, um automatisch zu registrieren und zu erneuern.',
    address: 'Adresse',
    identifier: 'Kennung',
    party: 'Registereintrag',
    certificate: 'Registrierungszertifikat',
    intendedUse: 'Zweck im Register',
    taskState: (name: string) => tasksDe[name] ?? name,
    succeeded: 'Zuletzt gelungen:',
    retry: 'Nächster Versuch:',
  },
});
