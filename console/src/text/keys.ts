/** What the page "Trust and keys" says. */
import { texts } from './texts.ts';

type Names = Readonly<Record<string, string>>;

const purposesEn: Names = {
  credential: 'Credentials, status lists',
  request: 'Presentation requests',
  metadata: 'Issuer metadata',
  mdoc: 'Document signer of mdocs',
  list: 'Published trust lists',
  encryption: 'Encrypted credential requests',
  ca: 'Certificate authority of the tenant',
  iaca: 'Certificate authority of mdocs (IACA)',
};
const statesEn: Names = {
  requested: 'waits for its certificate',
  pending: 'pending',
  active: 'active',
  retiring: 'retiring',
  retired: 'retired',
};
const placesEn: Names = {
  local: 'sealed in the store',
  pkcs11: 'PKCS#11 token',
  vault: 'HashiCorp Vault',
  file: 'file of the operator',
  erased: 'erased',
};
const trustPurposesEn: Names = {
  issuers: 'Issuers',
  'wallet-providers': 'Wallet providers',
  'access-authorities': 'Authorities of access certificates',
  'registration-providers': 'Providers of registration certificates',
  'registration-status': 'Status of registration certificates',
};
const purposesDe: Names = {
  credential: 'Nachweise, Statuslisten',
  request: 'Anfragen nach Nachweisen',
  metadata: 'Metadaten des Ausstellers',
  mdoc: 'Unterzeichner der mdocs (Document Signer)',
  list: 'Veröffentlichte Vertrauenslisten',
  encryption: 'Verschlüsselte Anforderungen',
  ca: 'Zertifizierungsstelle des Mandanten',
  iaca: 'Zertifizierungsstelle der mdocs (IACA)',
};
const statesDe: Names = {
  requested: 'wartet auf das Zertifikat',
  pending: 'angekündigt',
  active: 'aktiv',
  retiring: 'läuft aus',
  retired: 'abgelaufen',
};
const placesDe: Names = {
  local: 'versiegelt im Speicher',
  pkcs11: 'PKCS#11-Token',
  vault: 'HashiCorp Vault',
  file: 'Datei des Betreibers',
  erased: 'gelöscht',
};
const trustPurposesDe: Names = {
  issuers: 'Aussteller',
  'wallet-providers': 'Wallet-Anbieter',
  'access-authorities': 'Zertifizierungsstellen für Zugangszertifikate',
  'registration-providers': 'Anbieter von Registrierungszertifikaten',
  'registration-status': 'Status der Registrierungszertifikate',
};

export const keyTexts = texts({
  en: {
    lead: 'The keys that sign for this tenant, and the issuers and wallet providers that it trusts.',
    purpose: (name: string) => purposesEn[name] ?? name,
    stateName: (name: string) => statesEn[name] ?? name,
    place: (name: string) => placesEn[name] ?? name,
    state: 'State',
    key: 'Key',
    since: 'Signs from',
    privateKey: 'Private key',
    certificate: 'Certificate',
    daysLeft: (days: number) => (days < 0 ? 'ended' : `${days} days left`),
    noKey: 'No key yet',
    noKeyHelp: 'It is made when it is needed first.',
    withCredential: 'The key of credentials signs issuer metadata too.',
    byRequest: 'An authority issues the certificate for a key that this server has created.',
    certificateRequest: 'Certificate request',
    byFiles: 'The key is in files of the operator. To replace it, replace both files in the folder keys.',
    broken: 'These files can not be used',
    rotate: 'Rotate',
    rotateOf: (purpose: string) => `Rotate: ${purpose}`,
    rotateTitle: (purpose: string) => `Rotate the key? ${purpose}`,
    rotateHelp:
      'The next key is published at once and signs ten minutes later. The present one stays published until what it signed has ended.',
    rotateCa:
      'The next authority is listed at once. Certificates are made under it 30 days later: give it to relying parties that trust the present one by then.',
    rotated: (at: string) => `The next key is published. It signs from ${at} on.`,
    trust: 'Trust anchors',
    trustPurpose: (name: string) => trustPurposesEn[name] ?? name,
    noAnchors: 'No anchors',
    noAnchorsHelp: 'Add CA certificates below, or put them in the trust folder.',
    subject: 'Subject',
    source: 'Source',
    own: 'this tenant',
    file: 'file',
    api: 'interface',
    mayIssue: 'May issue',
    anything: 'any type',
    print: 'SHA-256 fingerprint',
    pem: 'certificate (PEM)',
  },
  de: {
    lead: 'Die Schlüssel, die für diesen Mandanten signieren, und die Aussteller und Wallet-Anbieter, denen er vertraut.',
    purpose: (name: string) => purposesDe[name] ?? name,
    stateName: (name: string) => statesDe[name] ?? name,
    place: (name: string) => placesDe[name] ?? name,
    state: 'Zustand',
    key: 'Schlüssel',
    since: 'Signiert ab',
    privateKey: 'Privater Schlüssel',
    certificate: 'Zertifikat',
    daysLeft: (days: number) => (days < 0 ? 'abgelaufen' : `noch ${days} Tage`),
    noKey: 'Noch kein Schlüssel',
    noKeyHelp: 'Er entsteht, wenn er zum ersten Mal gebraucht wird.',
    withCredential: 'Der Schlüssel der Nachweise signiert auch die Metadaten.',
    byRequest:
      'Eine Zertifizierungsstelle stellt das Zertifikat für einen Schlüssel aus, den dieser Server erzeugt hat.',
    certificateRequest: 'Zertifikatsantrag',
    byFiles: 'Der Schlüssel liegt in Dateien des Betreibers. Zum Wechsel beide Dateien im Ordner keys ersetzen.',
    broken: 'Diese Dateien sind nicht brauchbar',
    rotate: 'Wechseln',
    rotateOf: (purpose: string) => `Wechseln: ${purpose}`,
    rotateTitle: (purpose: string) => `Schlüssel wechseln? ${purpose}`,
    rotateHelp:
      'Der nächste Schlüssel wird sofort veröffentlicht und signiert zehn Minuten später. Der jetzige bleibt veröffentlicht, bis abgelaufen ist, was er signiert hat.',
    rotateCa:
      'Die nächste Zertifizierungsstelle steht sofort in der Liste. Zertifikate entstehen unter ihr 30 Tage später: bis dahin muss sie haben, wer der jetzigen vertraut.',
    rotated: (at: string) => `Der nächste Schlüssel ist veröffentlicht. Er signiert ab ${at}.`,
    trust: 'Vertrauensanker',
    trustPurpose: (name: string) => trustPurposesDe[name] ?? name,
    noAnchors: 'Keine Anker',
    noAnchorsHelp: 'Fügen Sie unten CA-Zertifikate hinzu, oder legen Sie sie im Ordner trust ab.',
    subject: 'Inhaber',
    source: 'Herkunft',
    own: 'dieser Mandant',
    file: 'Datei',
    api: 'Schnittstelle',
    mayIssue: 'Darf ausstellen',
    anything: 'jeden Typ',
    print: 'SHA-256-Fingerabdruck',
    pem: 'Zertifikat (PEM)',
  },
});
