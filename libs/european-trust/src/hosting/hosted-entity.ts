/** An entity of a hosted list as written, and its violations of the list's rules. Pure. */
import type { X509Certificate } from 'node:crypto';
import { sha256 } from '@countersign/shared/crypto/sha256';
import { readUploadedCertificates } from '@countersign/shared/crypto/uploaded-certificates';
import { certificateFacts, notAfter, x5cElement } from '@countersign/shared/crypto/x509';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { HostedEntityBody } from '@countersign/shared/messages/hosted-list';
import { subjectKeyIdentifier } from '../lists/certificate-names.ts';
import { readEntries } from '../lists/list-entries.ts';
import { ListError } from '../lists/list-error.ts';
import type { ListProfile } from '../lists/list-profiles.ts';
import type { ServicePurpose } from '../lists/trust-list.ts';
import {
  type HostedCertificate,
  type HostedContent,
  type HostedEntity,
  type HostedService,
  type HostedStatus,
  hostedProfile,
  serviceTypeOf,
} from './hosted-content.ts';
import type { Written } from './hosted-scheme.ts';
import { loteEntity } from './lote-document.ts';

type WrittenService = HostedEntityBody['services'][number];

/** Annexes F and G: the listed certificates are CAs. */
const OF_AUTHORITIES: ReadonlySet<ServicePurpose> = new Set(['access/issuance', 'registration/issuance']);

interface EntityRules {
  readonly profile: ListProfile;
  readonly others: readonly HostedEntity[];
  readonly before: HostedEntity | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/** An entity that replaces any entity with its id. @param now milliseconds */
export function writtenEntity(body: HostedEntityBody, content: HostedContent, now: number): Written<HostedEntity> {
  const { revision: _, services, ...described } = body;
  const rules: EntityRules = {
    profile: hostedProfile(content.scheme),
    others: content.entities.filter(({ id }) => id !== body.id),
    before: content.entities.find(({ id }) => id === body.id),
    now,
  };
  const read = services.map((service, index) => readService(service, `/services/${index}`, rules));
  const entity = { ...described, services: read.map((one) => one.service) };
  const findings = [...entityFindings(body, rules), ...read.flatMap((one) => one.findings)];
  const all = findings.length > 0 ? findings : readerFindings(entity, rules);
  return all.length > 0 ? { findings: all } : { value: entity };
}

function entityFindings({ services, information }: HostedEntityBody, { profile }: EntityRules): readonly FieldError[] {
  const issues = services.some(({ purpose }) => purpose === 'issuance');
  const isDescribed = information !== undefined || profile.eu?.information !== undefined;
  return [
    ...(issues ? [] : [{ pointer: '/services', detail: 'must have a service with the purpose issuance' }]),
    ...(isDescribed ? [] : [{ pointer: '/information', detail: 'is required in a list of this type' }]),
  ];
}

interface ReadService {
  readonly service: HostedService;
  readonly findings: readonly FieldError[];
}

function readService(written: WrittenService, at: string, rules: EntityRules): ReadService {
  const { certificates: pem, status, ...described } = written;
  const counts = serviceTypeOf(rules.profile, written.purpose)?.[1];
  const { certificates, findings } = readUploadedCertificates(pem, rules.now, (certificate) => [
    ...(counts !== undefined && OF_AUTHORITIES.has(counts) && !certificate.ca ? ['is not a CA certificate'] : []),
    ...(rules.profile.eu?.statuses !== undefined && subjectKeyIdentifier(certificate) === undefined
      ? ['has no subject key identifier, which its history needs']
      : []),
    ...duplicateFindings(certificate, written.purpose, rules),
  ]);
  const hosted = certificates.map(hostedCertificate);
  const statuses = status === undefined ? undefined : statusesOf({ ...written, status }, hosted, rules);
  return {
    service: { ...described, certificates: hosted, ...(statuses === undefined ? {} : { statuses }) },
    findings: [
      ...serviceFindings(written, at, rules.profile),
      ...findings.map((detail) => ({ pointer: `${at}/certificates`, detail })),
    ],
  };
}

function serviceFindings(
  { purpose, status, addresses }: WrittenService,
  at: string,
  profile: ListProfile,
): readonly FieldError[] {
  const [, counts] = serviceTypeOf(profile, purpose) ?? [];
  const hasStatus = profile.eu?.statuses !== undefined;
  return [
    ...(counts === undefined ? [{ pointer: `${at}/purpose`, detail: 'does not exist in a list of this type' }] : []),
    ...(hasStatus && status === undefined ? [{ pointer: `${at}/status`, detail: 'is required in this list' }] : []),
    ...(!hasStatus && status !== undefined ? [{ pointer: `${at}/status`, detail: 'is not allowed in this list' }] : []),
    ...(counts === 'register/issuance' && addresses === undefined
      ? [{ pointer: `${at}/addresses`, detail: 'is required: the address of the register' }]
      : []),
  ];
}

/** A certificate anchors for one entity. */
function duplicateFindings(
  certificate: X509Certificate,
  purpose: WrittenService['purpose'],
  { others }: EntityRules,
): readonly string[] {
  const val = x5cElement(certificate);
  const holder = others.find(({ services }) =>
    services.some((one) => one.purpose === purpose && one.certificates.some((listed) => listed.val === val)),
  );
  return holder === undefined ? [] : [`is listed already for the entity ${holder.id}`];
}

function hostedCertificate(certificate: X509Certificate): HostedCertificate {
  const keyId = subjectKeyIdentifier(certificate);
  return {
    val: x5cElement(certificate),
    ...certificateFacts(certificate),
    key: keyOf(certificate),
    notAfter: notAfter(certificate),
    ...(keyId === undefined ? {} : { keyId }),
  };
}

/** A key of an unknown type is an error, and is not compared. */
function keyOf(certificate: X509Certificate): string {
  try {
    return sha256(certificate.publicKey.export({ type: 'spki', format: 'der' })).toString('hex');
  } catch {
    return '';
  }
}

/** Annex H: a service keeps the statuses that it had. It is the same service while its key is. */
function statusesOf(
  { purpose, status }: WrittenService & Pick<HostedStatus, 'status'>,
  [first]: readonly HostedCertificate[],
  { before, now }: EntityRules,
): readonly HostedStatus[] {
  const same = before?.services.find(
    (one) => one.purpose === purpose && one.certificates.some(({ key }) => key === first?.key),
  );
  const [present, ...older] = same?.statuses ?? [];
  if (present?.status === status) return [present, ...older];
  const since = Math.floor(now / 1000) * 1000;
  // Two statuses in the same second are ambiguous, so the newer one replaces the older one.
  const kept = present === undefined || present.since === since ? older : [present, ...older];
  return [{ status, since }, ...kept];
}

/** Errors that Countersign's own reader would report. It leaves out services with such errors. */
function readerFindings(entity: HostedEntity, { profile }: EntityRules): readonly FieldError[] {
  try {
    const { warnings } = readEntries([loteEntity(entity, profile)], profile);
    return warnings.map(({ pointer, detail }) => ({ pointer: placeOf(pointer), detail }));
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    return error.findings.map(({ pointer, detail }) => ({ pointer: placeOf(pointer), detail }));
  }
}

/** From a place in the list to the member that was written. */
function placeOf(pointer: string): string {
  const index = /TrustedEntityServices\/(\d+)/.exec(pointer)?.[1];
  return index === undefined ? '/information' : `/services/${index}/certificates`;
}
