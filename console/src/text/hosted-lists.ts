/** Wording of the section of published trust lists. */
import { texts } from './texts.ts';

type Names = Readonly<Record<string, string>>;

const statesEn: Names = { published: 'published', ended: 'has expired', closed: 'closed' };
const statesDe: Names = { published: 'veröffentlicht', ended: 'abgelaufen', closed: 'geschlossen' };
const changesEn: Names = {
  created: 'List created',
  changed: 'Scheme changed',
  'entity-written': 'Entity stored',
  'entity-removed': 'Entity removed',
  closed: 'List closed',
  signed: 'Signed again',
};
const changesDe: Names = {
  created: 'Liste angelegt',
  changed: 'Rahmenangaben geändert',
  'entity-written': 'Stelle gespeichert',
  'entity-removed': 'Stelle entfernt',
  closed: 'Liste geschlossen',
  signed: 'Erneut signiert',
};
const purposesEn: Names = { issuance: 'issuance', revocation: 'revocation' };
const purposesDe: Names = { issuance: 'Ausstellung', revocation: 'Widerruf' };

export const hostedListTexts = texts({
  en: {
    title: 'Published lists',
    none: 'No published lists',
    noneHelp: 'A tenant can publish whom it vouches for. Create a list through the API (POST /hosted-lists).',
    list: 'List',
    addressOf: (id: string) => `Address of ${id}`,
    state: 'State',
    stateName: (name: string) => statesEn[name] ?? name,
    number: 'Number',
    nextUpdate: 'Next update',
    entities: 'Entities',
    show: 'Show',
    showOf: (id: string) => `Show entities and history: ${id}`,
    detailsOf: (id: string) => `Published list ${id}`,
    history: 'History',
    noEntities: 'No entities yet',
    entity: 'Entity',
    services: 'Services',
    purpose: (name: string) => purposesEn[name] ?? name,
    certificates: 'Certificates',
    issued: 'Signed',
    change: 'Change',
    changeName: (name: string) => changesEn[name] ?? name,
    by: 'By',
    server: 'the server',
  },
  de: {
    title: 'Veröffentlichte Listen',
    none: 'Keine veröffentlichten Listen',
    noneHelp:
      'Ein Mandant kann veröffentlichen, für wen er einsteht. Legen Sie eine Liste über die API an (POST /hosted-lists).',
    list: 'Liste',
    addressOf: (id: string) => `Adresse von ${id}`,
    state: 'Status',
    stateName: (name: string) => statesDe[name] ?? name,
    number: 'Nummer',
    nextUpdate: 'Nächste Ausgabe',
    entities: 'Stellen',
    show: 'Zeigen',
    showOf: (id: string) => `Stellen und Verlauf zeigen: ${id}`,
    detailsOf: (id: string) => `Veröffentlichte Liste ${id}`,
    history: 'Verlauf',
    noEntities: 'Noch keine Stellen',
    entity: 'Stelle',
    services: 'Dienste',
    purpose: (name: string) => purposesDe[name] ?? name,
    certificates: 'Zertifikate',
    issued: 'Signiert',
    change: 'Änderung',
    changeName: (name: string) => changesDe[name] ?? name,
    by: 'Von',
    server: 'dem Server',
  },
});
