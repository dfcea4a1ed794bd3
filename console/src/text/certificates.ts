/** Wording of the forms for an authority's certificates. */
import { texts } from './texts.ts';

type Holder = 'organization' | 'person';
const holdersEn: Readonly<Record<Holder, string>> = { organization: 'Organisation', person: 'Natural person' };
const holdersDe: Readonly<Record<Holder, string>> = { organization: 'Organisation', person: 'Natürliche Person' };

export const certificateTexts = texts({
  en: {
    fromAuthority: 'Certificates from an authority',
    lead: 'The server creates the key and a certificate request. Send the request to the authority, then install the certificates that it issues. The private key never leaves the server.',
    title: 'New certificate',
    make: 'Create certificate request',
    made: 'Certificate request created. Send it to the authority. You can also find it in the list of keys above.',
    request: 'Certificate request',
    set: 'Key set',
    setHelp:
      'Keep default unless the tenant uses several certificates. Presentation configurations refer to other sets by name.',
    purpose: 'Used for',
    commonName: 'Common name',
    commonNameHelp: 'The name that users see.',
    holder: 'Certificate holder',
    holderOf: (holder: Holder) => holdersEn[holder],
    organization: 'Organisation name',
    organizationIdentifier: 'Organisation identifier',
    organizationIdentifierHelp: 'As registered, for example NTRDE-HRB123456.',
    givenName: 'Given name',
    surname: 'Surname',
    serialNumber: 'Personal identifier',
    country: 'Country',
    countryHelp: 'Two letters, for example DE.',
    contacts: 'Contacts',
    contactsHelp: 'Web or e-mail addresses, one per line.',
    hosts: 'Host names',
    hostsHelp: 'One per line. European Union access certificates don’t need one.',
    renew: 'Renew',
    renewOf: (name: string) => `Renew: ${name}`,
    remove: 'Delete keys',
    removeOf: (name: string) => `Delete keys: ${name}`,
    removeTitle: (name: string) => `Delete all keys? ${name}`,
    removeHelp:
      "These keys sign nothing after that, and wallets can no longer respond to requests that they have signed. If the set is default, generated keys sign again. You can't undo this.",
    discardTitle: (name: string) => `Delete the certificate request? ${name}`,
    discardHelp:
      "A certificate that the authority issues for it can't be installed after that. Keys that already have a certificate stay. You can't undo this.",
    waiting: (count: number) =>
      count === 1
        ? '1 certificate request waits for the authority.'
        : `${count} certificate requests wait for the authority.`,
    nextFrom: (at: string) => `The next key signs from ${at}. Until then the current key signs.`,
    previousUntil: (at: string) => `The previous key is still used for open requests until ${at}.`,
    install: 'Install certificates',
    chain: 'Certificate chain',
    chainHelp: 'In PEM, the issued certificate first, without the root. Paste it, or choose a file below.',
    installed: (at: string) => `Certificates installed. The key signs from ${at}.`,
  },
  de: {
    fromAuthority: 'Zertifikate einer Zertifizierungsstelle',
    lead: 'Der Server erzeugt den Schlüssel und einen Zertifikatsantrag. Senden Sie den Antrag an die Zertifizierungsstelle und installieren Sie dann die ausgestellten Zertifikate. Der private Schlüssel verlässt den Server nie.',
    title: 'Neues Zertifikat',
    make: 'Zertifikatsantrag erstellen',
    made: 'Zertifikatsantrag erstellt. Senden Sie ihn an die Zertifizierungsstelle. Sie finden ihn auch oben bei den Schlüsseln.',
    request: 'Zertifikatsantrag',
    set: 'Schlüsselsatz',
    setHelp:
      'Lassen Sie default stehen, wenn der Mandant nur ein Zertifikat verwendet. Auf andere Sätze verweisen Abfragen mit ihrem Namen.',
    purpose: 'Verwendung',
    commonName: 'Allgemeiner Name (CN)',
    commonNameHelp: 'Der Name, den Personen sehen.',
    holder: 'Zertifikatsinhaber',
    holderOf: (holder: Holder) => holdersDe[holder],
    organization: 'Name der Organisation',
    organizationIdentifier: 'Kennung der Organisation',
    organizationIdentifierHelp: 'Wie im Register, zum Beispiel NTRDE-HRB123456.',
    givenName: 'Vorname',
    surname: 'Nachname',
    serialNumber: 'Kennung der Person',
    country: 'Land',
    countryHelp: 'Zwei Buchstaben, zum Beispiel DE.',
    contacts: 'Kontakte',
    contactsHelp: 'Web- oder E-Mail-Adressen, eine pro Zeile.',
    hosts: 'Hostnamen',
    hostsHelp: 'Einer pro Zeile. Zugangszertifikate der Europäischen Union brauchen keinen.',
    renew: 'Erneuern',
    renewOf: (name: string) => `Erneuern: ${name}`,
    remove: 'Schlüssel löschen',
    removeOf: (name: string) => `Schlüssel löschen: ${name}`,
    removeTitle: (name: string) => `Alle Schlüssel löschen? ${name}`,
    removeHelp:
      'Mit diesen Schlüsseln wird nichts mehr signiert, und offene Anfragen mit ihrer Signatur lassen sich nicht mehr beantworten. Beim Satz default signieren wieder erzeugte Schlüssel. Sie können das nicht rückgängig machen.',
    discardTitle: (name: string) => `Zertifikatsantrag löschen? ${name}`,
    discardHelp:
      'Ein Zertifikat, das die Zertifizierungsstelle dafür ausstellt, lässt sich danach nicht mehr installieren. Schlüssel mit Zertifikat bleiben. Sie können das nicht rückgängig machen.',
    waiting: (count: number) =>
      count === 1
        ? '1 Zertifikatsantrag wartet auf die Zertifizierungsstelle.'
        : `${count} Zertifikatsanträge warten auf die Zertifizierungsstelle.`,
    nextFrom: (at: string) => `Der nächste Schlüssel signiert ab ${at}. Bis dahin signiert der jetzige.`,
    previousUntil: (at: string) => `Der vorige Schlüssel beantwortet offene Anfragen noch bis ${at}.`,
    install: 'Zertifikate installieren',
    chain: 'Zertifikatskette',
    chainHelp:
      'Als PEM, das ausgestellte Zertifikat zuerst, ohne die Wurzel. Fügen Sie sie ein oder wählen Sie unten eine Datei.',
    installed: (at: string) => `Zertifikate installiert. Der Schlüssel signiert ab ${at}.`,
  },
});
