/** Wording of the page "Configurations" for export and import. */
import { texts } from './texts.ts';

type Kind =
  | 'issuance'
  | 'presentation'
  | 'signIn'
  | 'image'
  | 'display'
  | 'trust'
  | 'trustList'
  | 'registrationCertificate'
  | 'wallets'
  | 'hostedList';
type Outcome = 'new' | 'changed' | 'unchanged' | 'wrong' | 'file' | 'written' | 'refused';
type Mode = 'check' | 'apply';

export const transferTexts = texts({
  en: {
    title: 'All in one file',
    export: 'Export',
    import: 'Import a file',
    importHelp: 'The file is checked first. Exports contain no secrets: *** keeps the stored value.',
    noJson: "This file isn't valid JSON. Choose an exported file.",
    apply: 'Import',
    applyTitle: 'Import these configurations?',
    applyHelp:
      "New configurations are added and changed ones replaced. Wallets see this immediately. Configurations that aren't in the file stay.",
    summary: (mode: Mode, shown: number, unchanged: number) =>
      `${shown === 0 ? 'Nothing to import' : mode === 'check' ? 'Checked, not imported yet' : 'Results'}; ${unchanged} unchanged.`,
    fields: (counts: string) => `Fields: ${counts}`,
    kind: (kind: Kind) =>
      ({
        issuance: 'Credential',
        presentation: 'Presentation',
        signIn: 'Sign-in',
        display: 'Name of the issuer',
        image: 'Image',
        trust: 'Trust anchor',
        trustList: 'Trust list',
        registrationCertificate: 'Registration certificate',
        wallets: 'Registered wallets',
        hostedList: 'Published trust list',
      })[kind],
    outcome: (outcome: Outcome) =>
      ({
        new: 'new',
        changed: 'changed',
        unchanged: 'unchanged',
        wrong: 'has errors',
        file: 'not imported: a file on the server takes precedence',
        written: 'imported',
        refused: 'refused',
      })[outcome],
  },
  de: {
    title: 'Alles in einer Datei',
    export: 'Exportieren',
    import: 'Eine Datei importieren',
    importHelp:
      'Die Datei wird zuerst geprüft. Exporte enthalten keine Geheimnisse: *** behält den gespeicherten Wert.',
    noJson: 'Diese Datei enthält kein gültiges JSON. Wählen Sie eine exportierte Datei.',
    apply: 'Importieren',
    applyTitle: 'Diese Konfigurationen importieren?',
    applyHelp:
      'Neue Konfigurationen kommen hinzu, geänderte werden ersetzt. Das gilt sofort. Konfigurationen, die nicht in der Datei stehen, bleiben.',
    summary: (mode: Mode, shown: number, unchanged: number) =>
      `${shown === 0 ? 'Nichts zu importieren' : mode === 'check' ? 'Geprüft, noch nicht importiert' : 'Ergebnisse'}; ${unchanged} unverändert.`,
    fields: (counts: string) => `Felder: ${counts}`,
    kind: (kind: Kind) =>
      ({
        issuance: 'Nachweis',
        presentation: 'Abfrage',
        signIn: 'Anmeldung',
        display: 'Name des Ausstellers',
        image: 'Bild',
        trust: 'Vertrauensanker',
        trustList: 'Vertrauensliste',
        registrationCertificate: 'Registrierungszertifikat',
        wallets: 'Registrierte Wallets',
        hostedList: 'Veröffentlichte Vertrauensliste',
      })[kind],
    outcome: (outcome: Outcome) =>
      ({
        new: 'neu',
        changed: 'geändert',
        unchanged: 'unverändert',
        wrong: 'mit Fehlern',
        file: 'nicht importiert: Eine Datei auf dem Server hat Vorrang',
        written: 'importiert',
        refused: 'abgelehnt',
      })[outcome],
  },
});
