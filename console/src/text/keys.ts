/** Wording of the page "Trust and keys". */
import { texts } from './texts.ts';

type Names = Readonly<Record<string, string>>;

const purposesEn: Names = {
  credential: 'Credentials, status lists',
  request: 'Presentation requests',
  metadata: 'Issuer metadata',
  mdoc: 'Document signer of mdocs',
  list: 'Published trust lists',
  encryption: 'Encrypted credential requests',
  ca: "Tenant's certificate authority",
  iaca: 'Certificate authority of mdocs (IACA)',
};
const statesEn: Names = {
  requested: 'waiting for its certificate',
  pending: 'pending',
  active: 'active',
  retiring: 'retiring',
  retired: 'retired',
};
const placesEn: Names = {
  local: 'encrypted in the store',
  pkcs11: 'PKCS#11 token',
  vault: 'HashiCorp Vault',
  file: 'key file',
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
  mdoc: 'Document Signer für mdocs',
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
  local: 'verschlüsselt gespeichert',
  pkcs11: 'PKCS#11-Token',
  vault: 'HashiCorp Vault',
  file: 'Schlüsseldatei',
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
    daysLeft: (days: number) => (days < 0 ? 'expired' : `${days} days left`),
    noKey: 'No key yet',
    noKeyHelp: 'It is created when it is first needed.',
    withCredential: 'The credential key also signs issuer metadata.',
    byRequest: 'An authority issues the certificate for a key that this server has created.',
    certificateRequest: 'Certificate request',
    byFiles: 'This key comes from files. To replace it, replace both files in the keys folder.',
    broken: "These files can't be used",
    rotate: 'Rotate',
    rotateOf: (purpose: string) => `Rotate: ${purpose}`,
    rotateTitle: (purpose: string) => `Rotate the key? ${purpose}`,
    rotateHelp:
      'The next key is published immediately and starts signing ten minutes later. The current key stays published until everything it signed has expired.',
    rotateCa:
      'The next authority is listed immediately and issues certificates after 30 days. By then, give it to every verifier that trusts the current one.',
    rotated: (at: string) => `The next key is published. It starts signing at ${at}.`,
    trust: 'Trust anchors',
    trustPurpose: (name: string) => trustPurposesEn[name] ?? name,
    noAnchors: 'No anchors',
    noAnchorsHelp: 'Add CA certificates below, or put them in the trust folder.',
    subject: 'Subject',
    source: 'Source',
    own: 'this tenant',
    file: 'file',
    api: 'API',
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
    byFiles: 'Dieser Schlüssel kommt aus Dateien. Ersetzen Sie zum Wechseln beide Dateien im Ordner keys.',
    broken: 'Diese Dateien sind nicht verwendbar',
    rotate: 'Wechseln',
    rotateOf: (purpose: string) => `Wechseln: ${purpose}`,
    rotateTitle: (purpose: string) => `Schlüssel wechseln? ${purpose}`,
    rotateHelp:
      'Der nächste Schlüssel wird sofort veröffentlicht und signiert ab zehn Minuten später. Der aktuelle bleibt veröffentlicht, bis alles damit Signierte abgelaufen ist.',
    rotateCa:
      'Die nächste Zertifizierungsstelle steht sofort in der Liste und stellt nach 30 Tagen Zertifikate aus. Geben Sie sie bis dahin allen Prüfstellen, die der aktuellen vertrauen.',
    rotated: (at: string) => `Der nächste Schlüssel ist veröffentlicht. Er signiert ab ${at}.`,
    trust: 'Vertrauensanker',
    trustPurpose: (name: string) => trustPurposesDe[name] ?? name,
    noAnchors: 'Keine Anker',
    noAnchorsHelp: 'Fügen Sie unten CA-Zertifikate hinzu, oder legen Sie sie im Ordner trust ab.',
    subject: 'Inhaber',
    source: 'Herkunft',
    own: 'dieser Mandant',
    file: 'Datei',
    api: 'API',
    mayIssue: 'Darf ausstellen',
    anything: 'jeden Typ',
    print: 'SHA-256-Fingerabdruck',
    pem: 'Zertifikat (PEM)',
  },
});
