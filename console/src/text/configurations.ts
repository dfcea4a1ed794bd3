/** What the page "Configurations" says. */
import { texts } from './texts.ts';

type Kind = 'issuance' | 'presentation';
type Source = 'file' | 'api';
/** Ids of the templates after the first of each kind. */
export type FurtherTemplate = 'driving-licence' | 'pid-document' | 'licence-check';
type Outcome = 'accepted' | 'refused' | 'stopped';
type Difference = 'added' | 'removed' | 'changed';

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
    lead: 'Which credentials are issued, and what is asked of wallets.',
    kind: (kind: Kind) => ({ issuance: 'Credentials', presentation: 'Presentations' })[kind],
    begin: (kind: Kind) => ({ issuance: 'New credential', presentation: 'New presentation' })[kind],
    beginWith: (template: FurtherTemplate) =>
      ({
        'driving-licence': 'New driving licence (mdoc)',
        'pid-document': 'New PID (mdoc)',
        'licence-check': 'New check of a driving licence (mdoc)',
      })[template],
    none: (kind: Kind) =>
      ({ issuance: 'No credential is configured', presentation: 'No presentation is configured' })[kind],
    noneHelp: 'Begin with a template: it works as it is.',
    id: 'Id',
    name: 'Name in wallets',
    source: 'From',
    sourceOf: (source: Source) => ({ file: 'file', api: 'interface' })[source],
    state: 'State',
    fine: 'no mistakes',
    ignored: 'ignored',
    used: 'used, with mistakes',
    back: 'All configurations',
    unknown: (id: string) => `There is no configuration ${id}`,
    document: 'Document',
    editorLabel: 'Configuration as JSON',
    editorKeys: 'Ctrl and space offer names and values. Escape closes the offer, and Tab leaves the editor.',
    plainEditor: 'The editor could not be loaded: this field takes the same text.',
    readOnly: 'Only administrators change configurations. Secrets are not shown.',
    noMistakes: 'No mistakes found.',
    mistakes: (count: number) => (count === 1 ? 'One mistake:' : `${count} mistakes:`),
    line: (line: number) => `Line ${line}`,
    noJson: 'From here on it is no JSON',
    rule: (rule: SchemaRule, expected: string) =>
      ({
        type: `must be: ${expected}`,
        enum: `must be one of: ${expected}`,
        required: `lacks ${expected}`,
        unknown: `${expected} is not known here`,
        pattern: `must have the form ${expected}`,
        short: `must have at least ${expected} characters`,
        long: `must have at most ${expected} characters`,
        few: `must have at least ${expected} items`,
        many: `must have at most ${expected} items`,
        small: `must be at least ${expected}`,
        large: `must be at most ${expected}`,
        alternatives: 'has none of the forms that may stand here',
      })[rule],
    save: 'Store',
    saved: 'Stored',
    delete: 'Delete',
    deleteTitle: (id: string) => `Delete ${id}?`,
    deleteHelp: 'Credentials that were issued stay valid. A file of the same id is used again.',
    beside: 'What it leads to',
    preview: (kind: Kind) => ({ issuance: 'In a wallet', presentation: 'What is asked' })[kind],
    previewLanguage: 'Language of the wallet',
    anyLanguage: 'any',
    noDisplay: 'It has no display',
    noDisplayHelp: 'Wallets show the type, or nothing. Add config.display with a name.',
    contrast: (ratio: string) => `Contrast of text and ground ${ratio} to 1.`,
    readable: 'readable',
    unreadable: 'hard to read',
    noClaims: 'It has no static claims: those of the offer or of the webhook are issued.',
    alwaysShown: 'always shown',
    purpose: 'Why',
    noPurpose: 'It names no purpose: wallets can not say why it is asked for.',
    asksNothing: 'It asks for nothing',
    noAskedClaims: 'No single claim: what the credential always shows.',
    onlyValues: 'only',
    oneOf: 'One of:',
    maybeOneOf: 'If the person wants, one of:',
    and: 'and',
    or: 'or',
    dryRun: 'Dry run',
    dryRunHelp:
      'A synthetic wallet performs the whole flow with the stored configuration. Everything that it makes is erased.',
    dryRunStored: 'What you have changed is not stored yet: the dry run does not see it.',
    outcome: (outcome: Outcome) =>
      ({
        accepted: 'The wallet got through',
        refused: 'It was refused',
        stopped: 'It stopped where a person or a backend must continue',
      })[outcome],
    warnings: (count: number) => (count === 0 ? 'No warnings' : count === 1 ? 'One warning' : `${count} warnings`),
    wallets: 'Known wallets',
    takes: 'takes it',
    takesNot: 'refuses it',
    compare: 'Compare with the stored one',
    same: 'It is the same as the stored one.',
    place: 'Place',
    difference: 'Difference',
    differenceOf: (kind: Difference) => ({ added: 'added', removed: 'removed', changed: 'changed' })[kind],
    stored: 'Stored',
    edited: 'In the editor',
  },
  de: {
    lead: 'Welche Nachweise ausgestellt werden und was von Wallets verlangt wird.',
    kind: (kind: Kind) => ({ issuance: 'Nachweise', presentation: 'Abfragen' })[kind],
    begin: (kind: Kind) => ({ issuance: 'Neuer Nachweis', presentation: 'Neue Abfrage' })[kind],
    beginWith: (template: FurtherTemplate) =>
      ({
        'driving-licence': 'Neuer Führerschein (mdoc)',
        'pid-document': 'Neue PID (mdoc)',
        'licence-check': 'Neue Abfrage eines Führerscheins (mdoc)',
      })[template],
    none: (kind: Kind) =>
      ({ issuance: 'Kein Nachweis ist eingerichtet', presentation: 'Keine Abfrage ist eingerichtet' })[kind],
    noneHelp: 'Beginnen Sie mit einer Vorlage: sie funktioniert, wie sie ist.',
    id: 'ID',
    name: 'Name in Wallets',
    source: 'Aus',
    sourceOf: (source: Source) => ({ file: 'Datei', api: 'Schnittstelle' })[source],
    state: 'Zustand',
    fine: 'keine Fehler',
    ignored: 'nicht verwendet',
    used: 'verwendet, mit Fehlern',
    back: 'Alle Konfigurationen',
    unknown: (id: string) => `Es gibt keine Konfiguration ${id}`,
    document: 'Dokument',
    editorLabel: 'Konfiguration als JSON',
    editorKeys: 'Strg und Leertaste bieten Namen und Werte an. Escape schließt das Angebot, Tab verlässt den Editor.',
    plainEditor: 'Der Editor konnte nicht geladen werden: dieses Feld nimmt denselben Text.',
    readOnly: 'Konfigurationen ändert nur die Verwaltung. Geheimnisse werden nicht gezeigt.',
    noMistakes: 'Keine Fehler gefunden.',
    mistakes: (count: number) => (count === 1 ? 'Ein Fehler:' : `${count} Fehler:`),
    line: (line: number) => `Zeile ${line}`,
    noJson: 'Ab hier ist es kein JSON',
    rule: (rule: SchemaRule, expected: string) =>
      ({
        type: `muss sein: ${expected}`,
        enum: `muss eines davon sein: ${expected}`,
        required: `ohne ${expected}`,
        unknown: `${expected} ist hier nicht bekannt`,
        pattern: `muss die Form ${expected} haben`,
        short: `muss mindestens ${expected} Zeichen haben`,
        long: `darf höchstens ${expected} Zeichen haben`,
        few: `muss mindestens ${expected} Einträge haben`,
        many: `darf höchstens ${expected} Einträge haben`,
        small: `muss mindestens ${expected} sein`,
        large: `darf höchstens ${expected} sein`,
        alternatives: 'hat keine der Formen, die hier stehen dürfen',
      })[rule],
    save: 'Speichern',
    saved: 'Gespeichert',
    delete: 'Löschen',
    deleteTitle: (id: string) => `${id} löschen?`,
    deleteHelp: 'Ausgestellte Nachweise bleiben gültig. Eine Datei derselben ID wird wieder verwendet.',
    beside: 'Wozu es führt',
    preview: (kind: Kind) => ({ issuance: 'In einer Wallet', presentation: 'Was verlangt wird' })[kind],
    previewLanguage: 'Sprache der Wallet',
    anyLanguage: 'beliebig',
    noDisplay: 'Es fehlt eine Anzeige',
    noDisplayHelp: 'Wallets zeigen die Art oder nichts. Ergänzen Sie config.display mit einem Namen.',
    contrast: (ratio: string) => `Kontrast von Text und Grund ${ratio.replace('.', ',')} zu 1.`,
    readable: 'lesbar',
    unreadable: 'schwer lesbar',
    noClaims: 'Es hat keine festen Angaben: die des Angebots oder des Webhooks werden ausgestellt.',
    alwaysShown: 'immer gezeigt',
    purpose: 'Wozu',
    noPurpose: 'Es nennt keinen Zweck: Wallets können nicht sagen, wozu es verlangt wird.',
    asksNothing: 'Es verlangt nichts',
    noAskedClaims: 'Keine einzelne Angabe: was der Nachweis immer zeigt.',
    onlyValues: 'nur',
    oneOf: 'Eines davon:',
    maybeOneOf: 'Wenn die Person möchte, eines davon:',
    and: 'und',
    or: 'oder',
    dryRun: 'Probelauf',
    dryRunHelp:
      'Eine künstliche Wallet führt den ganzen Ablauf mit der gespeicherten Konfiguration aus. Alles, was dabei entsteht, wird gelöscht.',
    dryRunStored: 'Ihre Änderung ist noch nicht gespeichert: der Probelauf sieht sie nicht.',
    outcome: (outcome: Outcome) =>
      ({
        accepted: 'Die Wallet kam durch',
        refused: 'Es wurde abgelehnt',
        stopped: 'Es hielt an, wo eine Person oder ein Backend weitermachen muss',
      })[outcome],
    warnings: (count: number) =>
      count === 0 ? 'Keine Warnungen' : count === 1 ? 'Eine Warnung' : `${count} Warnungen`,
    wallets: 'Bekannte Wallets',
    takes: 'nimmt es',
    takesNot: 'lehnt es ab',
    compare: 'Mit dem Gespeicherten vergleichen',
    same: 'Es ist dasselbe wie das Gespeicherte.',
    place: 'Stelle',
    difference: 'Unterschied',
    differenceOf: (kind: Difference) => ({ added: 'neu', removed: 'entfernt', changed: 'geändert' })[kind],
    stored: 'Gespeichert',
    edited: 'Im Editor',
  },
});
