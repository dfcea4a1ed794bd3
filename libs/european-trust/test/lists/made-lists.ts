/** Operators of lists, the services they list, and lists as they sign them, for tests. */
import 'reflect-metadata';
import type { X509Certificate } from 'node:crypto';
import { x5cElement } from '@countersign/shared/crypto/x509';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import * as x509 from '@peculiar/x509';
import { readList } from '../../src/lists/check-list.ts';
import type { FetchedList } from '../../src/lists/fetched-list.ts';
import { euProfiles, type ListProfile } from '../../src/lists/list-profiles.ts';
import { EU_LISTS, type ListSettings, type ListSource } from '../../src/lists/list-source.ts';
import type { TrustList } from '../../src/lists/trust-list.ts';
import { keyOf, type TestAlgorithm, type TestCurve } from '../registration/deterministic-keys.ts';
import { type MadeCertificate, makeTestAuthority, makeTestCertificate } from '../registration/made-certificates.ts';
import { compact, NOW, VALIDITY } from '../registration/registrar.ts';

export const DAY = 86_400_000;
export const URL_OF_LIST = 'https://lists.example/pid.json';
export const BASE = 'http://uri.etsi.org/19602';
export const OPERATOR = 'European Commission';

export type Annex = 'PID' | 'Wallet' | 'WRPAC' | 'WRPRC' | 'PubEAA' | 'Registrars';

const LISTS: Readonly<Record<Annex, readonly [list: string, service: string, rules: string, information: string]>> = {
  PID: ['PIDProvidersList', 'PID', 'PIDProviders', 'PIDProvider'],
  Wallet: ['WalletProvidersList', 'WalletSolution', 'WalletProvidersList', 'WalletProvider'],
  WRPAC: ['WRPACProvidersList', 'WRPAC', 'WRPACProvidersList', 'WRPACProvider'],
  WRPRC: ['WRPRCProvidersList', 'WRPRC', 'WRPRCProvidersList', 'WRPRCProvider'],
  PubEAA: ['PubEAAProvidersList', 'PubEAA', 'PubEAAProvidersList', ''],
  Registrars: ['RegistrarsAndRegistersList', 'Register', 'RegistrarsAndRegistersList', 'Registrar'],
};

export function profileOf(annex: Annex): ListProfile {
  const profile = euProfiles.get(`${BASE}/LoTEType/EU${LISTS[annex][0]}`);
  if (profile === undefined) throw new Error(`There is no profile of ${annex}`);
  return profile;
}

const CURVES: Readonly<Record<TestAlgorithm, TestCurve>> = {
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
};

/** ETSI TS 119 612, 5.7.1 */
const SIGNS_LISTS = new x509.ExtendedKeyUsageExtension(['0.4.0.2231.3.0']);

/** A signer of lists, as the Official Journal publishes one. */
export function makeSigner(
  name = 'list signer',
  change: Partial<Parameters<typeof makeTestCertificate>[0]> & { readonly algorithm?: TestAlgorithm } = {},
): Promise<MadeCertificate> {
  const { algorithm = 'ES256', ...others } = change;
  return makeTestCertificate({
    subject: [
      ['C', 'EU'],
      ['O', OPERATOR],
      ['CN', name],
    ],
    key: keyOf(name, CURVES[algorithm]),
    ...VALIDITY,
    extensions: [SIGNS_LISTS],
    ...others,
  });
}

export const time = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000Z', 'Z');
const english = (value: string): Json => [{ lang: 'en', value }];
const address = (uriValue: string): Json => [{ lang: 'en', uriValue }];

export const identityOf = (...certificates: readonly X509Certificate[]): JsonObject => ({
  X509Certificates: certificates.map((certificate) => ({ val: x5cElement(certificate) })),
});

export interface ServiceOptions {
  readonly certificates: readonly X509Certificate[];
  /** Of `SvcType/`. */
  readonly type: string;
  readonly information?: JsonObject;
  readonly history?: readonly Json[];
}

export function serviceOf({ certificates, type, information = {}, history }: ServiceOptions): JsonObject {
  return {
    ServiceInformation: {
      ServiceTypeIdentifier: `${BASE}/SvcType/${type}`,
      ServiceName: english(`Service ${type}`),
      ServiceDigitalIdentity: identityOf(...certificates),
      ...information,
    },
    ...(history === undefined ? {} : { ServiceHistory: history }),
  };
}

export function entityOf(name: string, annex: Annex, services: readonly Json[]): JsonObject {
  return {
    TrustedEntityInformation: {
      TEName: english(name),
      TEAddress: {
        TEPostalAddress: [{ lang: 'en', StreetAddress: 'Street 1', Country: 'DE' }],
        TEElectronicAddress: address('mailto:post@provider.example'),
      },
      TEInformationURI: address(`${BASE}/ListOfTrustedEntities/${LISTS[annex][3]}/DE`),
    },
    TrustedEntityServices: services,
  };
}

/** Undefined members are left out. */
export type Change = Readonly<Record<string, unknown>>;

export interface ListOptions {
  readonly annex?: Annex;
  readonly scheme?: Change;
  readonly entities?: readonly Json[];
  /** Who may sign the next list, according to this one. */
  readonly successors?: readonly X509Certificate[];
}

function changed(members: JsonObject, change: Change): JsonObject {
  return JSON.parse(JSON.stringify({ ...members, ...change })) as JsonObject;
}

/** The content of a list without errors. */
export function listContent({ annex = 'PID', scheme = {}, entities = [], successors = [] }: ListOptions): JsonObject {
  const [list, , rules] = LISTS[annex];
  const type = `${BASE}/LoTEType/EU${list}`;
  const isH = annex === 'PubEAA';
  const pointer = {
    LoTELocation: URL_OF_LIST,
    ServiceDigitalIdentities: [identityOf(...successors)],
    LoTEQualifiers: [
      { LoTEType: type, SchemeOperatorName: english(OPERATOR), SchemeTerritory: 'EU', MimeType: 'application/jwt' },
    ],
  };
  const information: JsonObject = {
    LoTEVersionIdentifier: 1,
    LoTESequenceNumber: 12,
    LoTEType: type,
    SchemeOperatorName: english(OPERATOR),
    SchemeOperatorAddress: {
      SchemeOperatorPostalAddress: [{ lang: 'en', StreetAddress: 'Rue 1', Country: 'BE' }],
      SchemeOperatorElectronicAddress: address('mailto:post@operator.example'),
    },
    SchemeName: english('EU:list'),
    SchemeInformationURI: address('https://operator.example'),
    StatusDeterminationApproach: `${BASE}/${list}/StatusDetn/EU`,
    SchemeTypeCommunityRules: address(`${BASE}/${rules}/schemerules/EU`),
    SchemeTerritory: 'EU',
    PolicyOrLegalNotice: [{ LoTEPolicy: { lang: 'en', uriValue: 'https://operator.example/policy' } }],
    ...(isH ? { HistoricalInformationPeriod: 65_535 } : { PointersToOtherLoTE: [pointer] }),
    ListIssueDateTime: time(NOW - DAY),
    NextUpdate: time(NOW + 90 * DAY),
  };
  const listed = entities.length === 0 ? {} : { TrustedEntitiesList: entities };
  return { LoTE: { ListAndSchemeInformation: changed(information, scheme), ...listed } };
}

export interface SigningOptions {
  readonly signer: MadeCertificate;
  readonly algorithm?: TestAlgorithm;
  readonly header?: Change;
  readonly chain?: readonly X509Certificate[];
}

/** A compact JWS of the content. */
export function signedList(content: Json, { signer, algorithm = 'ES256', header = {}, chain }: SigningOptions): Buffer {
  const x5c = (chain ?? [signer.certificate]).map(x5cElement);
  const written = changed({ alg: algorithm, x5c, iat: NOW / 1000 }, header);
  return Buffer.from(compact([JSON.stringify(written), JSON.stringify(content)], signer.key, algorithm));
}

/** One operator of a list of PID providers with one provider, a CA with its revocation service. */
export async function makeList() {
  const signer = await makeSigner();
  const issuance = await makeTestAuthority('PID CA', VALIDITY);
  const revocation = await makeTestAuthority('PID revocation CA', VALIDITY);
  const provider = entityOf('PID provider', 'PID', [
    serviceOf({ type: 'PID/Issuance', certificates: [issuance.certificate] }),
    serviceOf({ type: 'PID/Revocation', certificates: [revocation.certificate] }),
  ]);
  const source = sourceOf('PID', [signer.certificate]);
  const content = (options: ListOptions = {}): JsonObject =>
    listContent({ entities: [provider], successors: [signer.certificate], ...options });
  return { signer, issuance, revocation, provider, source, content };
}

export function sourceOf(annex: Annex, signers: readonly X509Certificate[]): ListSource {
  return { id: 'list', url: URL_OF_LIST, profile: profileOf(annex), signers: signers.map(x5cElement) };
}

export function read(
  bytes: Buffer,
  source: ListSource,
  more: Partial<Pick<FetchedList, 'successors' | 'now'>> & { readonly settings?: Partial<ListSettings> } = {},
): TrustList {
  const { settings, ...others } = more;
  return readList({ bytes, source, successors: [], now: NOW, ...others, settings: { ...EU_LISTS, ...settings } });
}
