/** Wording of the form for presentation configurations. */
import { texts } from './texts.ts';

type Member =
  | 'retention'
  | 'statusCheck'
  | 'statusUnreachable'
  | 'issuerName'
  | 'age_over'
  | 'transactionBinding'
  | 'release';

const EN: Readonly<Record<string, string>> = {
  'retention keep': 'As long as the session',
  'retention webhook': 'Until the webhook has received them',
  'statusUnreachable refuse': 'Refuse the credential',
  'statusUnreachable accept': 'Accept and mark it',
  'statusCheck cached': 'With a list that may be some minutes old',
  'statusCheck live': 'With a list fetched for each response',
  'statusCheck off': 'Not at all, only marked',
  'issuerName certificate': 'Must be a name in the certificate',
  'issuerName any': 'Any. Your backend decides',
  'age_over exact': 'Only the requested age',
  'age_over nearest': 'Also another age, if it decides',
  'transactionBinding per-credential': 'The transactions that name it',
  'transactionBinding all': 'All transactions of the request',
  'release verified': 'Once they are verified',
  'release response_code': 'Once the response code is redeemed',
};

const DE: Readonly<Record<string, string>> = {
  'retention keep': 'So lange wie den Vorgang',
  'retention webhook': 'Bis der Webhook sie erhalten hat',
  'statusUnreachable refuse': 'Nachweis ablehnen',
  'statusUnreachable accept': 'Akzeptieren und markieren',
  'statusCheck cached': 'Mit einer Liste, die einige Minuten alt sein darf',
  'statusCheck live': 'Mit einer für jede Antwort geholten Liste',
  'statusCheck off': 'Gar nicht, nur markieren',
  'issuerName certificate': 'Muss im Zertifikat stehen',
  'issuerName any': 'Beliebig. Ihr Backend entscheidet',
  'age_over exact': 'Nur das angefragte Alter',
  'age_over nearest': 'Auch ein anderes Alter, das die Frage beantwortet',
  'transactionBinding per-credential': 'Die Transaktionen, die ihn nennen',
  'transactionBinding all': 'Alle Transaktionen der Anfrage',
  'release verified': 'Sobald sie geprüft sind',
  'release response_code': 'Sobald der Response Code eingelöst ist',
};

export const presentationFormTexts = texts({
  en: {
    asked: 'Requested credentials',
    addCredential: 'Add credential',
    credential: (place: number, name: string) => `Credential ${place}: ${name}`,
    type: 'Credential type',
    otherType: 'Another type',
    format: 'Format',
    vct: 'Types (vct), one per line',
    doctype: 'Document type',
    claims: 'Claims',
    claimsHelp: 'Tick what you need. Without a tick wallets show only what is always disclosed.',
    pathsHelp: 'One per line, with a slash between the parts: address/locality. In an mdoc: namespace/element.',
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    needed: 'Which are needed',
    choice: (choice: 'all' | 'one' | 'other') =>
      ({ all: 'All of them', one: 'One of them', other: 'As in the JSON' })[choice],
    trust: 'Accepted issuers',
    trustHelp: 'If both are empty, every issuer that this tenant trusts is accepted.',
    authority: (type: 'etsi_tl' | 'aki') =>
      ({ etsi_tl: 'Trust lists: addresses, one per line', aki: 'CA key identifiers (base64url), one per line' })[type],
    purpose: 'Purpose',
    purposeHelp: 'Wallets show the user why you ask.',
    purposeIn: (language: string) => `Purpose in ${language}`,
    policy: 'Privacy policy (address)',
    rules: 'Results and checks',
    webhook: 'Webhook (address)',
    webhookHelp: 'Your backend receives the result here.',
    retention: 'Keep the claims',
    statusCheck: 'Check of the status',
    statusUnreachable: 'If the status list is unavailable',
    issuerName: 'Issuer name in the credential',
    age_over: 'Age checks',
    transactionBinding: 'A credential confirms',
    release: 'Backend receives claims',
    option: (member: Member, value: string): string => EN[`${member} ${value}`] ?? value,
    keys: 'Key set',
    keysHelp: 'Empty: the tenant’s key.',
    redirectOrigins: 'Where the webhook may send the user',
    redirectOriginsHelp: 'Origins, one per line. The webhook’s response chooses the page with redirectUri.',
    origins: 'Pages that may ask by the Digital Credentials API',
    originsHelp: 'Origins, one per line, such as https://shop.example',
  },
  de: {
    asked: 'Angeforderte Nachweise',
    addCredential: 'Nachweis hinzufügen',
    credential: (place: number, name: string) => `Nachweis ${place}: ${name}`,
    type: 'Nachweistyp',
    otherType: 'Anderer Typ',
    format: 'Format',
    vct: 'Typen (vct), einer pro Zeile',
    doctype: 'Dokumenttyp',
    claims: 'Angaben',
    claimsHelp: 'Wählen Sie aus, was Sie brauchen. Ohne Auswahl zeigen Wallets nur, was immer sichtbar ist.',
    pathsHelp:
      'Eine pro Zeile, mit Schrägstrich zwischen den Teilen: address/locality. In einem mdoc: Namensraum/Element.',
    remove: 'Entfernen',
    removeOf: (name: string) => `${name} entfernen`,
    needed: 'Was davon nötig ist',
    choice: (choice: 'all' | 'one' | 'other') => ({ all: 'Alle', one: 'Einer davon', other: 'Wie im JSON' })[choice],
    trust: 'Akzeptierte Aussteller',
    trustHelp: 'Sind beide leer, gilt jeder Aussteller, dem dieser Mandant vertraut.',
    authority: (type: 'etsi_tl' | 'aki') =>
      ({
        etsi_tl: 'Vertrauenslisten: Adressen, eine pro Zeile',
        aki: 'Kennungen von CA-Schlüsseln (base64url), eine pro Zeile',
      })[type],
    purpose: 'Zweck',
    purposeHelp: 'Wallets zeigen der Person, wofür Sie fragen.',
    purposeIn: (language: string) => `Zweck auf ${language}`,
    policy: 'Datenschutzerklärung (Adresse)',
    rules: 'Ergebnisse und Prüfungen',
    webhook: 'Webhook (Adresse)',
    webhookHelp: 'Ihr Backend erhält hier das Ergebnis.',
    retention: 'Angaben aufbewahren',
    statusCheck: 'Prüfung des Status',
    statusUnreachable: 'Wenn die Statusliste nicht erreichbar ist',
    issuerName: 'Name des Ausstellers im Nachweis',
    age_over: 'Altersprüfungen',
    transactionBinding: 'Ein Nachweis bestätigt',
    release: 'Backend erhält Angaben',
    option: (member: Member, value: string): string => DE[`${member} ${value}`] ?? value,
    keys: 'Schlüsselsatz',
    keysHelp: 'Leer: der Schlüssel des Mandanten.',
    redirectOrigins: 'Wohin der Webhook die Person schicken darf',
    redirectOriginsHelp: 'Origins, einer pro Zeile. Die Antwort des Webhooks wählt mit redirectUri die Seite.',
    origins: 'Seiten, die über die Digital Credentials API fragen dürfen',
    originsHelp: 'Origins, einer pro Zeile, zum Beispiel https://shop.example',
  },
});
