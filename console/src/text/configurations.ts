/** Wording of the page "Configurations". */
import { texts } from './texts.ts';

type Kind = 'issuance' | 'presentation';
type Source = 'file' | 'api';
/** Ids of the templates of each kind. */
export type FurtherTemplate = 'staff-card' | 'driving-licence' | 'pid-document' | 'staff-check' | 'licence-check';
type Outcome = 'accepted' | 'refused' | 'stopped';

/** The rules of JSON Schema that the editor checks. */
export type SchemaRule =
  | 'type'
  | 'enum'
  | 'required'
  | 'unknown'
  | 'pattern'
  | 'short'
  | 'long'
  | 'few'
  | 'many'
  | 'small'
  | 'large'
  | 'alternatives';

export const configurationTexts = texts({
  en: {
    lead: 'The credentials you issue, and the presentations you request.',
    kind: (kind: Kind) => ({ issuance: 'Credentials', presentation: 'Presentations' })[kind],
    begin: (kind: Kind) => ({ issuance: 'New credential', presentation: 'New presentation' })[kind],
    beginWith: (template: FurtherTemplate) =>
      ({
        'staff-card': 'New staff card (SD-JWT VC)',
        'driving-licence': 'New driving licence (mdoc)',
        'pid-document': 'New PID (mdoc)',
        'staff-check': 'New check of a staff card (SD-JWT VC)',
        'licence-check': 'New check of a driving licence (mdoc)',
      })[template],
    none: (kind: Kind) =>
      ({ issuance: 'No credential is configured', presentation: 'No presentation is configured' })[kind],
    noneHelp: 'Start with the form, or with a template that you can use unchanged.',
    id: 'Id',
    name: 'Name in wallets',
    source: 'From',
    sourceOf: (source: Source) => ({ file: 'file', api: 'API' })[source],
    state: 'State',
    fine: 'no errors',
    ignored: 'ignored',
    used: 'used, with errors',
    back: 'All configurations',
    unknown: (id: string) => `No configuration has the id ${id}`,
    document: 'Document',
    editorLabel: 'Configuration as JSON',
    editorKeys: 'Ctrl+Space suggests names and values. Escape closes the list, Tab leaves the editor.',
    plainEditor: "The editor couldn't be loaded. Use this field instead.",
    readOnly: 'Only administrators can change configurations. Secrets are hidden.',
    noMistakes: 'No errors found.',
    mistakes: (count: number) => (count === 1 ? 'One error:' : `${count} errors:`),
    line: (line: number) => `Line ${line}`,
    noJson: "This isn't valid JSON from here",
    rule: (rule: SchemaRule, expected: string) =>
      ({
        type: `must be: ${expected}`,
        enum: `must be one of: ${expected}`,
        required: `${expected} is missing`,
        unknown: `${expected} is not known here`,
        pattern: `must have the form ${expected}`,
        short: `must have at least ${expected} characters`,
        long: `must have at most ${expected} characters`,
        few: `must have at least ${expected} items`,
        many: `must have at most ${expected} items`,
        small: `must be at least ${expected}`,
        large: `must be at most ${expected}`,
        alternatives: 'matches none of the allowed forms',
      })[rule],
    saved: 'Stored',
    delete: 'Delete',
    deleteTitle: (id: string) => `Delete ${id}?`,
    deleteHelp: 'Issued credentials stay valid. If a file has the same id, it is used again.',
    deleteWithPolicyHelp:
      'It has a disclosure policy, so its issued credentials are revoked. If a file has the same id, it is used again.',
    beside: 'Preview',
    preview: (kind: Kind) => ({ issuance: 'In a wallet', presentation: 'Requested data' })[kind],
    previewLanguage: 'Language of the wallet',
    anyLanguage: 'any',
    noDisplay: 'No display name',
    noDisplayHelp: 'Wallets show the type or nothing. Add a name in config.display.',
    contrast: (ratio: string) => `Contrast ${ratio}:1`,
    readable: 'readable',
    unreadable: 'hard to read',
    noClaims: 'No static claims. The offer or the claims webhook provides them.',
    alwaysShown: 'always shown',
    purpose: 'Why',
    noPurpose: "No purpose set. Wallets can't show why you ask for the data.",
    asksNothing: 'Nothing is requested',
    noAskedClaims: 'No individual claims, only the ones that are always disclosed.',
    onlyValues: 'only',
    oneOf: 'One of:',
    maybeOneOf: 'Optionally one of:',
    and: 'and',
    or: 'or',
    dryRun: 'Dry run',
    dryRunHelp:
      'A test wallet runs the whole flow with the saved configuration. Everything it creates is erased afterwards.',
    dryRunStored: "Your changes aren't saved yet, so the dry run doesn't use them.",
    outcome: (outcome: Outcome) =>
      ({
        accepted: 'Dry run passed',
        refused: 'The wallet was refused',
        stopped: 'Stopped: a user or your backend must continue here',
      })[outcome],
    warnings: (count: number) => (count === 0 ? 'No warnings' : count === 1 ? 'One warning' : `${count} warnings`),
    wallets: 'Known wallets',
    takes: 'accepts it',
    takesNot: 'refuses it',
    compare: 'Compare with saved version',
    same: 'No unsaved changes.',
    stored: 'Stored',
    edited: 'In the editor',
  },
  de: {
    lead: 'Nachweise, die Sie ausstellen, und Abfragen, die Sie stellen.',
    kind: (kind: Kind) => ({ issuance: 'Nachweise', presentation: 'Abfragen' })[kind],
    begin: (kind: Kind) => ({ issuance: 'Neuer Nachweis', presentation: 'Neue Abfrage' })[kind],
    beginWith: (template: FurtherTemplate) =>
      ({
        'staff-card': 'Neuer Dienstausweis (SD-JWT VC)',
        'driving-licence': 'Neuer Führerschein (mdoc)',
        'pid-document': 'Neue PID (mdoc)',
        'staff-check': 'Neue Abfrage eines Dienstausweises (SD-JWT VC)',
        'licence-check': 'Neue Abfrage eines Führerscheins (mdoc)',
      })[template],
    none: (kind: Kind) =>
      ({ issuance: 'Kein Nachweis ist eingerichtet', presentation: 'Keine Abfrage ist eingerichtet' })[kind],
    noneHelp: 'Beginnen Sie mit dem Formular oder mit einer Vorlage, die Sie unverändert verwenden können.',
    id: 'ID',
    name: 'Name in Wallets',
    source: 'Aus',
    sourceOf: (source: Source) => ({ file: 'Datei', api: 'API' })[source],
    state: 'Zustand',
    fine: 'keine Fehler',
    ignored: 'nicht verwendet',
    used: 'verwendet, mit Fehlern',
    back: 'Alle Konfigurationen',
    unknown: (id: string) => `Keine Konfiguration mit der ID ${id}`,
    document: 'Dokument',
    editorLabel: 'Konfiguration als JSON',
    editorKeys: 'Strg+Leertaste schlägt Namen und Werte vor. Escape schließt die Liste, Tab verlässt den Editor.',
    plainEditor: 'Der Editor konnte nicht geladen werden. Nutzen Sie stattdessen dieses Feld.',
    readOnly: 'Nur die Administration kann Konfigurationen ändern. Geheimnisse sind verborgen.',
    noMistakes: 'Keine Fehler gefunden.',
    mistakes: (count: number) => (count === 1 ? 'Ein Fehler:' : `${count} Fehler:`),
    line: (line: number) => `Zeile ${line}`,
    noJson: 'Ab hier kein gültiges JSON',
    rule: (rule: SchemaRule, expected: string) =>
      ({
        type: `muss sein: ${expected}`,
        enum: `muss eines davon sein: ${expected}`,
        required: `${expected} fehlt`,
        unknown: `${expected} ist hier nicht bekannt`,
        pattern: `muss die Form ${expected} haben`,
        short: `muss mindestens ${expected} Zeichen haben`,
        long: `darf höchstens ${expected} Zeichen haben`,
        few: `muss mindestens ${expected} Einträge haben`,
        many: `darf höchstens ${expected} Einträge haben`,
        small: `muss mindestens ${expected} sein`,
        large: `darf höchstens ${expected} sein`,
        alternatives: 'entspricht keiner der erlaubten Formen',
      })[rule],
    saved: 'Gespeichert',
    delete: 'Löschen',
    deleteTitle: (id: string) => `${id} löschen?`,
    deleteHelp:
      'Ausgestellte Nachweise bleiben gültig. Gibt es eine Datei mit derselben ID, wird sie wieder verwendet.',
    deleteWithPolicyHelp:
      'Sie hat eine Offenlegungsrichtlinie, deshalb werden ausgestellte Nachweise widerrufen. Gibt es eine Datei mit derselben ID, gilt sie wieder.',
    beside: 'Vorschau',
    preview: (kind: Kind) => ({ issuance: 'In einer Wallet', presentation: 'Angeforderte Daten' })[kind],
    previewLanguage: 'Sprache der Wallet',
    anyLanguage: 'beliebig',
    noDisplay: 'Kein Anzeigename',
    noDisplayHelp: 'Wallets zeigen den Typ oder nichts. Ergänzen Sie in config.display einen Namen.',
    contrast: (ratio: string) => `Kontrast ${ratio.replace('.', ',')}:1`,
    readable: 'lesbar',
    unreadable: 'schwer lesbar',
    noClaims: 'Keine festen Angaben. Sie kommen aus dem Angebot oder vom Webhook.',
    alwaysShown: 'immer gezeigt',
    purpose: 'Wozu',
    noPurpose: 'Kein Zweck angegeben. Wallets können nicht zeigen, wofür Sie die Angaben brauchen.',
    asksNothing: 'Nichts wird angefordert',
    noAskedClaims: 'Keine einzelnen Angaben, nur die immer sichtbaren.',
    onlyValues: 'nur',
    oneOf: 'Eines davon:',
    maybeOneOf: 'Freiwillig eines davon:',
    and: 'und',
    or: 'oder',
    dryRun: 'Probelauf',
    dryRunHelp:
      'Eine Test-Wallet durchläuft den ganzen Ablauf mit der gespeicherten Konfiguration. Danach wird alles wieder gelöscht.',
    dryRunStored: 'Ihre Änderungen sind noch nicht gespeichert und gelten für den Probelauf nicht.',
    outcome: (outcome: Outcome) =>
      ({
        accepted: 'Probelauf bestanden',
        refused: 'Die Wallet wurde abgelehnt',
        stopped: 'Angehalten: Hier muss eine Person oder Ihr Backend weitermachen',
      })[outcome],
    warnings: (count: number) =>
      count === 0 ? 'Keine Warnungen' : count === 1 ? 'Eine Warnung' : `${count} Warnungen`,
    wallets: 'Bekannte Wallets',
    takes: 'akzeptiert',
    takesNot: 'lehnt ab',
    compare: 'Mit gespeicherter Fassung vergleichen',
    same: 'Keine ungespeicherten Änderungen.',
    stored: 'Gespeichert',
    edited: 'Im Editor',
  },
});
