/** The services in a list, and what each is trusted for (ETSI TS 119 602, 6.6). */
import type { X509Certificate } from 'node:crypto';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { hasKnownKey } from '@countersign/shared/crypto/x509';
import { isObject, type Json } from '@countersign/shared/kernel/json';
import { ATTRIBUTE, subjectAttributes } from '../registration/certificate-content.ts';
import { listedCertificate } from './certificate-names.ts';
import { type ListError, refusedList } from './list-error.ts';
import type { ListProfile } from './list-profiles.ts';
import { parseListTime } from './list-times.ts';
import { type ListWarning, type ListWarningCode, listWarning } from './list-warnings.ts';
import type { LoteEntity, LoteHistory, LoteIdentity, LoteNames, LoteService } from './lote-schema.ts';
import { readCertificate } from './signed-list.ts';
import { asTerritory } from './territories.ts';
import type { ListEntry, ListedCertificate, ListedStatus, ServicePurpose } from './trust-list.ts';

export interface ReadEntries {
  readonly entries: readonly ListEntry[];
  readonly warnings: readonly ListWarning[];
  readonly skipped: number;
}

/** Maximum length of a certificate in base64. Real ones have a few thousand characters. */
const MAX_CERTIFICATE = 32_768;

/** A service whose identity can't be read is left out; a rule of the list's type that is broken refuses the list. @throws ListError */
export function readEntries(entities: readonly LoteEntity[], profile: ListProfile): ReadEntries {
  const entries: ListEntry[] = [];
  const warnings: ListWarning[] = [];
  let skipped = 0;
  for (const [number, entity] of entities.entries()) {
    const at = `/LoTE/TrustedEntitiesList/${number}`;
    checkEntityExtensions(entity, at);
    warnings.push(...informationFindings(entity, profile, at));
    for (const [index, { ServiceInformation, ServiceHistory = [] }] of entity.TrustedEntityServices.entries()) {
      const pointer = `${at}/TrustedEntityServices/${index}/ServiceInformation`;
      const purpose = purposeOf(ServiceInformation, profile, pointer);
      const state = stateOf(ServiceInformation, ServiceHistory, profile, pointer);
      if (purpose === undefined) continue;
      const certificates = certificatesOf(ServiceInformation.ServiceDigitalIdentity, profile, entity);
      if (typeof certificates === 'string') {
        skipped += 1;
        warnings.push(listWarning(certificates, `${pointer}/ServiceDigitalIdentity`));
      } else {
        const named = described(entity, number, { service: ServiceInformation, profile });
        entries.push({ ...named, purpose, certificates, ...state });
      }
    }
  }
  return { entries, warnings, skipped };
}

function described(
  { TrustedEntityInformation: entity }: LoteEntity,
  number: number,
  { service, profile }: { readonly service: LoteService; readonly profile: ListProfile },
): Pick<ListEntry, 'entity' | 'service' | 'supplyPoints'> {
  const points = service.ServiceSupplyPoints?.map(({ uriValue }) => uriValue);
  const tradeNames = (entity.TETradeName ?? []).map(({ value }) => value);
  return {
    entity: { number, name: nameOf(entity.TEName), tradeNames, territories: territoriesOf(entity, profile) },
    service: { name: nameOf(service.ServiceName), type: service.ServiceTypeIdentifier ?? '' },
    ...(points === undefined ? {} : { supplyPoints: points }),
  };
}

/** The countries in the addresses of its role (annexes D to G and I), otherwise those of its postal addresses. */
function territoriesOf(
  { TEInformationURI, TEAddress }: LoteEntity['TrustedEntityInformation'],
  { eu }: ListProfile,
): readonly string[] {
  const role = eu?.information;
  const named = TEInformationURI.flatMap(({ uriValue }) =>
    role !== undefined && uriValue.startsWith(role) ? [uriValue.slice(role.length)] : [],
  );
  const written = named.length === 0 ? TEAddress.TEPostalAddress.map(({ Country }) => Country) : named;
  return [...new Set(written.flatMap((one) => /^[A-Z]{2}(?![\w-])/.exec(one)?.[0] ?? []).map(asTerritory))];
}

/** In English if there is one. */
export function nameOf(names: LoteNames): string {
  return (names.find(({ lang }) => lang.toLowerCase().startsWith('en')) ?? names[0])?.value ?? '';
}

/** Undefined for a service of another kind in a list that is not one of Europe. */
function purposeOf(
  { ServiceTypeIdentifier = '', ServiceInformationExtensions }: LoteService,
  profile: ListProfile,
  pointer: string,
): ServicePurpose | undefined {
  checkExtensions(ServiceInformationExtensions, `${pointer}/ServiceInformationExtensions`);
  const purpose = profile.services.get(ServiceTypeIdentifier);
  if (purpose === undefined && profile.eu !== undefined) {
    const detail = 'A list of this type must not have services of other types';
    throw refusedList('trust_list_profile', [`${pointer}/ServiceTypeIdentifier`, detail]);
  }
  return purpose;
}

/** Checks the extensions of the entity, and of its services in the past. @throws ListError */
function checkEntityExtensions({ TrustedEntityInformation, TrustedEntityServices }: LoteEntity, at: string): void {
  const { TEInformationExtensions } = TrustedEntityInformation;
  checkExtensions(TEInformationExtensions, `${at}/TrustedEntityInformation/TEInformationExtensions`);
  for (const [index, { ServiceHistory = [] }] of TrustedEntityServices.entries()) {
    for (const [place, { ServiceInformationExtensions }] of ServiceHistory.entries()) {
      const pointer = `${at}/TrustedEntityServices/${index}/ServiceHistory/${place}/ServiceInformationExtensions`;
      checkExtensions(ServiceInformationExtensions, pointer);
    }
  }
}

/**
 * 6.3.17: an unknown critical extension refuses the list. The form of extensions is open, and Countersign knows none.
 * @throws ListError
 */
export function checkExtensions(extensions: readonly Json[] | undefined, pointer: string): void {
  for (const [index, extension] of (extensions ?? []).entries()) {
    if (isCritical(extension)) {
      throw refusedList('trust_list_malformed', [`${pointer}/${index}`, 'A critical extension is not understood']);
    }
  }
}

/** At any depth: some lists wrap an extension in an object with its name. */
function isCritical(extension: Json): boolean {
  if (Array.isArray(extension)) return (extension as readonly Json[]).some(isCritical);
  if (!isObject(extension)) return false;
  return Object.entries(extension).some(
    ([name, value]) =>
      (name.toLowerCase() === 'critical' && value !== false) || (value !== undefined && isCritical(value)),
  );
}

/**
 * Only services in annex H have a status. In another list a status could declare that the service ended, and would not
 * be read.
 */
function stateOf(
  { ServiceStatus, StatusStartingTime }: LoteService,
  history: readonly LoteHistory[],
  { eu }: ListProfile,
  pointer: string,
): Pick<ListEntry, 'state'> {
  const statuses = eu?.statuses;
  if (eu !== undefined && statuses === undefined) {
    if (ServiceStatus === undefined && StatusStartingTime === undefined) return {};
    throw broken(`${pointer}/ServiceStatus`, 'Services in a list of this type must not have a status');
  }
  if (ServiceStatus === undefined && statuses === undefined) return {};
  if (ServiceStatus === undefined || (statuses !== undefined && !statuses.includes(ServiceStatus))) {
    throw broken(`${pointer}/ServiceStatus`, 'A service must have one of the statuses of its list');
  }
  const since = timeOf(StatusStartingTime, `${pointer}/StatusStartingTime`);
  const older = history.map(
    (one): ListedStatus => ({
      status: one.ServiceStatus,
      since: timeOf(one.StatusStartingTime, `${pointer.replace('/ServiceInformation', '/ServiceHistory')}`),
    }),
  );
  return { state: { status: ServiceStatus, since, active: ServiceStatus === statuses?.[0], history: older } };
}

function timeOf(text: string | undefined, pointer: string): number {
  const time = text === undefined ? undefined : parseListTime(text);
  if (time !== undefined) return time;
  throw refusedList('trust_list_malformed', [pointer, 'A time must be written as in 2026-12-01T00:00:00Z']);
}

/** The certificates, or why the service is left out. */
function certificatesOf(
  { X509Certificates = [] }: LoteIdentity,
  { eu }: ListProfile,
  { TrustedEntityInformation: { TEName } }: LoteEntity,
): readonly ListedCertificate[] | ListWarningCode {
  if (X509Certificates.length === 0) return 'service_without_certificate';
  if (new Set(X509Certificates.map(({ val }) => hashOf(val))).size < X509Certificates.length) {
    return 'certificate_twice';
  }
  const read = X509Certificates.map(({ val }) => (val.length > MAX_CERTIFICATE ? undefined : readCertificate(val)));
  const certificates = read.filter((one) => one !== undefined);
  if (certificates.length < read.length) return 'certificate_malformed';
  const [first, ...others] = certificates;
  if (eu?.statuses !== undefined && first !== undefined) {
    // ETSI TS 119 602, annex H: one key and one name, whose organisation is exactly the entity.
    const isOne = others.every((one) => one.subject === first.subject && hasSameKey(one, first));
    if (!isOne) return 'certificates_differ';
    const organizations = subjectAttributes(first).get(ATTRIBUTE.organization) ?? [];
    if (!organizations.some((name) => TEName.some(({ value }) => value === name))) {
      return 'certificate_organisation';
    }
  }
  return certificates.map(listedCertificate);
}

function hasSameKey(one: X509Certificate, other: X509Certificate): boolean {
  return hasKnownKey(one) && hasKnownKey(other) && one.publicKey.equals(other.publicKey);
}

/** Annexes D to G and I: an address that states the entity's role. Nothing depends on it. */
function informationFindings(
  { TrustedEntityInformation: { TEInformationURI } }: LoteEntity,
  { eu }: ListProfile,
  at: string,
): readonly ListWarning[] {
  const expected = eu?.information;
  if (expected === undefined || TEInformationURI.some(({ uriValue }) => uriValue.startsWith(expected))) return [];
  return [listWarning('entity_role', `${at}/TrustedEntityInformation/TEInformationURI`)];
}

function broken(pointer: string, detail: string): ListError {
  return refusedList('trust_list_profile', [pointer, detail]);
}
