/** A hosted list in the form of its standard (ETSI TS 119 602, clause 6 and annexes D to I). Pure. */
import type { ListProfile } from '../lists/list-profiles.ts';
import type {
  LoteDocument,
  LoteEntity,
  LoteHistory,
  LoteIdentity,
  LotePointer,
  LoteScheme,
} from '../lists/lote-schema.ts';
import {
  type HostedContent,
  type HostedEntity,
  type HostedScheme,
  type HostedService,
  hostedProfile,
  serviceTypeOf,
} from './hosted-content.ts';

export interface ListIssue {
  readonly sequenceNumber: number;
  /** Milliseconds; whole seconds. */
  readonly issuedAt: number;
  /** Null: the list is closed. */
  readonly nextUpdate: number | null;
  /** Address at which the list is published. */
  readonly url: string;
  /** The signer's certificate: DER, in base64. */
  readonly signer: string;
}

/** Annex H: history is kept forever. */
const FOR_EVER = 65_535;
export const LIST_MEDIA_TYPE = 'application/jwt';

export function loteDocument({ scheme, entities, closed }: HostedContent, issue: ListIssue): LoteDocument {
  const profile = hostedProfile(scheme);
  // 6.4: a list without entities does not have the member.
  const listed = closed === true || entities.length === 0 ? [] : entities.map((one) => loteEntity(one, profile));
  return {
    LoTE: {
      ListAndSchemeInformation: schemeInformation(scheme, profile, issue),
      ...(listed.length === 0 ? {} : { TrustedEntitiesList: listed }),
    },
  };
}

function schemeInformation(scheme: HostedScheme, profile: ListProfile, issue: ListIssue): LoteScheme {
  const { operator, territory, approach, rules } = scheme;
  const { eu } = profile;
  const determination = eu?.determination.at(-1) ?? approach;
  const community = eu === undefined ? rules?.map(link) : [{ lang: 'en', uriValue: eu.rules }];
  return {
    LoTEVersionIdentifier: 1,
    LoTESequenceNumber: issue.sequenceNumber,
    LoTEType: profile.type,
    SchemeOperatorName: operator.name,
    SchemeOperatorAddress: {
      SchemeOperatorPostalAddress: operator.addresses.map(postalAddress),
      SchemeOperatorElectronicAddress: operator.contacts.map(link),
    },
    SchemeName: scheme.name,
    SchemeInformationURI: scheme.information.map(link),
    ...(determination === undefined ? {} : { StatusDeterminationApproach: determination }),
    ...(community === undefined ? {} : { SchemeTypeCommunityRules: community }),
    SchemeTerritory: eu?.territory ?? territory ?? '',
    PolicyOrLegalNotice: scheme.policy.map((one) => ({ LoTEPolicy: link(one) })),
    ...(eu?.statuses === undefined
      ? { PointersToOtherLoTE: [pointerToItself(scheme, profile, issue)] }
      : { HistoricalInformationPeriod: FOR_EVER }),
    ListIssueDateTime: listTime(issue.issuedAt),
    NextUpdate: issue.nextUpdate === null ? null : listTime(issue.nextUpdate),
  };
}

/** It names who signs the next list. */
function pointerToItself(
  { operator, territory, nextSigners }: HostedScheme,
  { type, eu }: ListProfile,
  { url, signer }: ListIssue,
): LotePointer {
  return {
    LoTELocation: url,
    ServiceDigitalIdentities: [identity([...new Set([signer, ...nextSigners])])],
    LoTEQualifiers: [
      {
        LoTEType: type,
        SchemeOperatorName: operator.name,
        SchemeTerritory: eu?.territory ?? territory ?? '',
        MimeType: LIST_MEDIA_TYPE,
      },
    ],
  };
}

export function loteEntity(entity: HostedEntity, profile: ListProfile): LoteEntity {
  const { name, tradeName, addresses, contacts, information = [] } = entity;
  const role = profile.eu?.information;
  const [country] = addresses.map((one) => one.country);
  return {
    TrustedEntityInformation: {
      TEName: name,
      ...(tradeName === undefined ? {} : { TETradeName: tradeName }),
      TEAddress: { TEPostalAddress: addresses.map(postalAddress), TEElectronicAddress: contacts.map(link) },
      TEInformationURI: [
        ...(role === undefined ? [] : [{ lang: 'en', uriValue: `${role}${country}` }]),
        ...information.map(link),
      ],
    },
    TrustedEntityServices: entity.services.map((service) => loteService(service, profile)),
  };
}

function loteService(service: HostedService, profile: ListProfile): LoteEntity['TrustedEntityServices'][number] {
  const { name, purpose, certificates, statuses = [], addresses } = service;
  const [type = ''] = serviceTypeOf(profile, purpose) ?? [];
  const [present, ...older] = statuses.map(({ status, since }) => ({
    ServiceStatus: profile.eu?.statuses?.find((one) => one.endsWith(`/${status}`)) ?? '',
    StatusStartingTime: listTime(since),
  }));
  const keyIds = certificates.flatMap(({ keyId }) => keyId ?? []);
  const history = older.map((status): LoteHistory => {
    // Annex H: history has only identifiers of keys.
    const X509SKIs = [...new Set(keyIds)].map((keyId) => Buffer.from(keyId, 'hex').toString('base64'));
    return { ServiceTypeIdentifier: type, ServiceName: name, ServiceDigitalIdentity: { X509SKIs }, ...status };
  });
  return {
    ServiceInformation: {
      ServiceTypeIdentifier: type,
      ServiceName: name,
      ServiceDigitalIdentity: identity(certificates.map(({ val }) => val)),
      ...present,
      ...(addresses === undefined ? {} : { ServiceSupplyPoints: addresses.map((uriValue) => ({ uriValue })) }),
    },
    ...(history.length === 0 ? {} : { ServiceHistory: history }),
  };
}

function identity(certificates: readonly string[]): LoteIdentity {
  return { X509Certificates: certificates.map((val) => ({ val })) };
}

function link({ lang, uri }: { readonly lang: string; readonly uri: string }) {
  return { lang, uriValue: uri };
}

function postalAddress(address: HostedEntity['addresses'][number]) {
  const { lang, street, locality, region, postalCode, country } = address;
  return {
    lang,
    StreetAddress: street,
    ...(locality === undefined ? {} : { Locality: locality }),
    ...(region === undefined ? {} : { StateOrProvince: region }),
    ...(postalCode === undefined ? {} : { PostalCode: postalCode }),
    Country: country,
  };
}

/** 6.1.3: UTC, whole seconds. */
function listTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
