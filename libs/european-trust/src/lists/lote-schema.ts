/** The form of a list of trusted entities in JSON (ETSI TS 119 602, clause 6). No object allows additional members. */
import type { Static } from '@countersign/shared/http/static-type';
import type { JsonObject } from '@countersign/shared/kernel/json';

function closed<const P extends JsonObject, const R extends readonly (keyof P & string)[]>(properties: P, required: R) {
  return { type: 'object', properties, required, additionalProperties: false } as const;
}

function listOf<const Item extends JsonObject>(items: Item) {
  return { type: 'array', minItems: 1, items } as const;
}

const text = { type: 'string' } as const;
const uri = { type: 'string', minLength: 1 } as const;
/** Form and range of a time are checked apart. */
const time = { type: 'string' } as const;
const names = listOf(closed({ lang: text, value: text }, ['lang', 'value']));
const localUri = closed({ lang: text, uriValue: uri }, ['lang', 'uriValue']);
const uris = listOf(localUri);
const extensions = listOf({});

const postalAddresses = listOf(
  closed({ lang: text, StreetAddress: text, Locality: text, StateOrProvince: text, PostalCode: text, Country: text }, [
    'lang',
    'StreetAddress',
    'Country',
  ]),
);

const identity = closed(
  {
    X509Certificates: listOf(closed({ val: text, encoding: text, specRef: text }, ['val'])),
    X509SubjectNames: listOf(text),
    PublicKeyValues: listOf({ type: 'object' }),
    X509SKIs: listOf(text),
    OtherIds: listOf(text),
  },
  [],
);

const service = {
  ServiceTypeIdentifier: uri,
  ServiceName: names,
  ServiceDigitalIdentity: identity,
  ServiceStatus: uri,
  StatusStartingTime: time,
  ServiceInformationExtensions: extensions,
} as const;

const information = closed(
  {
    ...service,
    SchemeServiceDefinitionURI: uris,
    ServiceSupplyPoints: listOf(closed({ ServiceType: uri, uriValue: uri }, ['uriValue'])),
    ServiceDefinitionURI: uris,
  },
  ['ServiceName', 'ServiceDigitalIdentity'],
);

const history = closed(service, ['ServiceName', 'ServiceDigitalIdentity', 'ServiceStatus', 'StatusStartingTime']);

const entity = closed(
  {
    TrustedEntityInformation: closed(
      {
        TEName: names,
        TETradeName: names,
        TEAddress: closed({ TEPostalAddress: postalAddresses, TEElectronicAddress: uris }, [
          'TEPostalAddress',
          'TEElectronicAddress',
        ]),
        TEInformationURI: uris,
        TEInformationExtensions: extensions,
      },
      ['TEName', 'TEAddress', 'TEInformationURI'],
    ),
    TrustedEntityServices: listOf(
      closed({ ServiceInformation: information, ServiceHistory: listOf(history) }, ['ServiceInformation']),
    ),
  },
  ['TrustedEntityInformation', 'TrustedEntityServices'],
);

const qualifier = closed(
  { LoTEType: uri, SchemeOperatorName: names, SchemeTypeCommunityRules: uris, SchemeTerritory: text, MimeType: text },
  ['LoTEType', 'SchemeOperatorName', 'MimeType'],
);

const pointer = closed(
  { LoTELocation: uri, ServiceDigitalIdentities: listOf(identity), LoTEQualifiers: listOf(qualifier) },
  ['LoTELocation', 'ServiceDigitalIdentities', 'LoTEQualifiers'],
);

const scheme = closed(
  {
    LoTEVersionIdentifier: { type: 'integer' },
    LoTESequenceNumber: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    LoTEType: uri,
    SchemeOperatorName: names,
    SchemeOperatorAddress: closed(
      { SchemeOperatorPostalAddress: postalAddresses, SchemeOperatorElectronicAddress: uris },
      ['SchemeOperatorPostalAddress', 'SchemeOperatorElectronicAddress'],
    ),
    SchemeName: names,
    SchemeInformationURI: uris,
    StatusDeterminationApproach: uri,
    SchemeTypeCommunityRules: uris,
    SchemeTerritory: { type: 'string', minLength: 2, maxLength: 2 },
    PolicyOrLegalNotice: listOf({ type: 'object' }),
    HistoricalInformationPeriod: { type: 'integer' },
    PointersToOtherLoTE: listOf(pointer),
    ListIssueDateTime: time,
    /** 6.3.15: null closes the list; the schema of the standard has only times. */
    NextUpdate: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    DistributionPoints: listOf(uri),
    SchemeExtensions: extensions,
  },
  ['LoTEVersionIdentifier', 'LoTESequenceNumber', 'SchemeOperatorName', 'ListIssueDateTime', 'NextUpdate'],
);

export const loteSchema = closed(
  {
    LoTE: closed({ ListAndSchemeInformation: scheme, TrustedEntitiesList: listOf(entity) }, [
      'ListAndSchemeInformation',
    ]),
  },
  ['LoTE'],
);

export type LoteDocument = Static<typeof loteSchema>;
export type LoteScheme = Static<typeof scheme>;
export type LoteEntity = Static<typeof entity>;
export type LoteService = Static<typeof information>;
export type LoteHistory = Static<typeof history>;
export type LotePointer = Static<typeof pointer>;
export type LoteIdentity = Static<typeof identity>;
export type LoteNames = Static<typeof names>;
