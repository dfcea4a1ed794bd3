/** Wording of the form for a credential's disclosure policy and its scheme in the European catalogue. */
import { texts } from './texts.ts';

type Audience = 'anyone' | 'parties' | 'roots';
type List = Exclude<Audience, 'anyone'>;

const EN_LEVELS: Readonly<Record<string, string>> = {
  iso_18045_basic: 'Basic',
  'iso_18045_enhanced-basic': 'Enhanced basic',
  iso_18045_moderate: 'Moderate',
  iso_18045_high: 'High',
};

const DE_LEVELS: Readonly<Record<string, string>> = {
  iso_18045_basic: 'Grundlegend',
  'iso_18045_enhanced-basic': 'Erweitert grundlegend',
  iso_18045_moderate: 'Mittel',
  iso_18045_high: 'Hoch',
};

export const policyFormTexts = texts({
  en: {
    audienceHelp:
      'Wallets warn the holder if somebody else asks for it. The holder decides. Credentials that wallets already have must be revoked when it changes.',
    audience: 'Who may see the credential',
    noPolicy: '– no policy –',
    audienceIs: (one: Audience) =>
      ({
        anyone: 'Everybody',
        parties: 'Only certain parties',
        roots: 'Parties registered below certain certificates',
      })[one],
    listOf: (list: List) => ({ parties: 'Parties', roots: 'Certificates' })[list],
    listHelp: (list: List) =>
      ({
        parties:
          'One per line: the identifier in the registration certificate, such as NTRDE-HRB1. Behind a space the entitlement that it must have, if any.',
        roots:
          'One per line: serial number in hexadecimal, a space, and the name of the issuer, such as 1F2A CN=Registrar,C=DE.',
      })[list],
    inWords: 'The policy in plain words',
    inWordsHelp: 'For example: Only libraries may see the card.',
    page: 'Page that explains it (address)',
    authority: 'Who decides it (identifier)',
    policyId: 'Name of the policy (URI)',
    policyIdHelp: 'Made for you. Wallets don’t open it.',
    schemeHelp: 'Only the export of the scheme uses these entries.',
    version: 'Version',
    versionHelp: 'For example 1.0.0',
    rulebook: 'Rulebook (address)',
    level: 'Level of security',
    levelIs: (value: string): string => EN_LEVELS[value] ?? value,
    schemeId: 'Id in the catalogue',
    schemeIdHelp: 'Empty until the catalogue gives one.',
    formats: 'Formats of the scheme',
    formatsHelp: 'One per line, such as dc+sd-jwt. Empty: the format of this configuration.',
    schemas: 'Schemas',
    schemasHelp: 'One per line: format, a space, address. Empty: the schema that this server publishes.',
    issuers: 'Who issues such credentials',
    issuersHelp: 'One per line: etsi_tl, aki or openid_federation, a space, and the list, key identifier or entity.',
  },
  de: {
    audienceHelp:
      'Wallets warnen die Person, wenn jemand anderes den Nachweis abfragt. Die Person entscheidet. Ändert sich die Richtlinie, müssen ausgestellte Nachweise widerrufen werden.',
    audience: 'Wer den Nachweis sehen darf',
    noPolicy: '– keine Richtlinie –',
    audienceIs: (one: Audience) =>
      ({
        anyone: 'Alle',
        parties: 'Nur bestimmte Stellen',
        roots: 'Stellen, die unter bestimmten Zertifikaten registriert sind',
      })[one],
    listOf: (list: List) => ({ parties: 'Stellen', roots: 'Zertifikate' })[list],
    listHelp: (list: List) =>
      ({
        parties:
          'Eine pro Zeile: die Kennung im Registrierungszertifikat, zum Beispiel NTRDE-HRB1. Nach einem Leerzeichen die Berechtigung, die es enthalten muss, falls nötig.',
        roots:
          'Eines pro Zeile: Seriennummer hexadezimal, ein Leerzeichen und der Name des Ausstellers, zum Beispiel 1F2A CN=Registrar,C=DE.',
      })[list],
    inWords: 'Die Richtlinie in einfachen Worten',
    inWordsHelp: 'Zum Beispiel: Nur Bibliotheken dürfen den Ausweis sehen.',
    page: 'Seite, die sie erklärt (Adresse)',
    authority: 'Wer sie festlegt (Kennung)',
    policyId: 'Name der Richtlinie (URI)',
    policyIdHelp: 'Wird vergeben. Wallets öffnen ihn nicht.',
    schemeHelp: 'Diese Angaben verwendet nur der Export des Schemas.',
    version: 'Version',
    versionHelp: 'Zum Beispiel 1.0.0',
    rulebook: 'Regelwerk (Adresse)',
    level: 'Sicherheitsniveau',
    levelIs: (value: string): string => DE_LEVELS[value] ?? value,
    schemeId: 'ID im Katalog',
    schemeIdHelp: 'Leer, bis der Katalog eine vergibt.',
    formats: 'Formate des Schemas',
    formatsHelp: 'Eines pro Zeile, zum Beispiel dc+sd-jwt. Leer: das Format dieser Konfiguration.',
    schemas: 'Datenschemata',
    schemasHelp: 'Eines pro Zeile: Format, Leerzeichen, Adresse. Leer: das Schema, das dieser Server veröffentlicht.',
    issuers: 'Wer solche Nachweise ausstellt',
    issuersHelp:
      'Einer pro Zeile: etsi_tl, aki oder openid_federation, Leerzeichen, dann Liste, Schlüsselkennung oder Entität.',
  },
});
