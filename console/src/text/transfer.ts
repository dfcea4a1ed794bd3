/** What the page "Configurations" says of export and import. */
import { texts } from './texts.ts';

type Kind = 'issuance' | 'presentation' | 'signIn' | 'image' | 'display' | 'trust' | 'wallets';
type Outcome = 'new' | 'changed' | 'unchanged' | 'wrong' | 'file' | 'written' | 'refused';
type Mode = 'check' | 'apply';

export const transferTexts = texts({
  en: {
    title: 'All in one file',
    export: 'Export',
    import: 'Import a file',
    importHelp: 'It is checked first. An export has no secrets: three stars keep the secret that is here.',
    noJson: 'This file is no JSON: choose an export.',
    apply: 'Write',
    applyTitle: 'Write the configurations of the file?',
    applyHelp:
      'What is new is added, and what is changed is replaced, for wallets at once. Configurations that the file does not have stay.',
    summary: (mode: Mode, shown: number, unchanged: number) =>
      `${shown === 0 ? 'Nothing to write' : mode === 'check' ? 'Checked, not written yet' : 'Results'}; ${unchanged} unchanged.`,
    kindTitle: 'Kind',
    kind: (kind: Kind) =>
      ({
        issuance: 'Credential',
        presentation: 'Presentation',
        signIn: 'Sign-in',
        display: 'Name of the issuer',
        image: 'Image',
        trust: 'Trust anchor',
        wallets: 'Registered wallets',
      })[kind],
    id: 'Id',
    outcomeTitle: 'Result',
    outcome: (outcome: Outcome) =>
      ({
        new: 'new',
        changed: 'changed',
        unchanged: 'unchanged',
        wrong: 'has mistakes',
        file: 'not written: a file of the server comes first',
        written: 'written',
        refused: 'refused',
      })[outcome],
  },
  de: {
    title: 'Alles in einer Datei',
    export: 'Exportieren',
    import: 'Eine Datei importieren',
    importHelp:
      'Sie wird zuerst geprüft. Ein Export enthält keine Geheimnisse: drei Sterne behalten das Geheimnis, das hier steht.',
    noJson: 'Diese Datei ist kein JSON: wählen Sie einen Export.',
    apply: 'Schreiben',
    applyTitle: 'Die Konfigurationen der Datei schreiben?',
    applyHelp:
      'Neues kommt hinzu, Geändertes wird ersetzt, für Wallets sofort. Konfigurationen, die der Datei fehlen, bleiben.',
    summary: (mode: Mode, shown: number, unchanged: number) =>
      `${shown === 0 ? 'Nichts zu schreiben' : mode === 'check' ? 'Geprüft, noch nicht geschrieben' : 'Ergebnisse'}; ${unchanged} unverändert.`,
    kindTitle: 'Art',
    kind: (kind: Kind) =>
      ({
        issuance: 'Nachweis',
        presentation: 'Abfrage',
        signIn: 'Anmeldung',
        display: 'Name des Ausstellers',
        image: 'Bild',
        trust: 'Vertrauensanker',
        wallets: 'Registrierte Wallets',
      })[kind],
    id: 'ID',
    outcomeTitle: 'Ergebnis',
    outcome: (outcome: Outcome) =>
      ({
        new: 'neu',
        changed: 'geändert',
        unchanged: 'unverändert',
        wrong: 'mit Fehlern',
        file: 'nicht geschrieben: eine Datei des Servers geht vor',
        written: 'geschrieben',
        refused: 'abgelehnt',
      })[outcome],
  },
});
