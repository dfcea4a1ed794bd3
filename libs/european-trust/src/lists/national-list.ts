/** A national trusted list in XML as a source of anchors: providers of attestations, qualified and others (ETSI TS 119 612). Pure. */
import { X509Certificate } from 'node:crypto';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import { offsetFact } from '@countersign/shared/kernel/reasons/received';
import type { ListEntry as XmlEntry, XmlList } from '../xml-lists/list-value.ts';
import { ATTESTATIONS, GRANTED, LIST_TYPES, RECOGNISED } from '../xml-lists/names.ts';
import { LIST_RULES, type ListRules, type OpenedList, openList } from '../xml-lists/open-list.ts';
import { XmlListError, type XmlListProblem } from '../xml-lists/xml-list-error.ts';
import { listedCertificate } from './certificate-names.ts';
import type { FetchedList } from './fetched-list.ts';
import { refusedList } from './list-error.ts';
import type { ListProfile } from './list-profiles.ts';
import type { ListReason } from './list-reasons.ts';
import type { ListSettings } from './list-source.ts';
import { listWarning } from './list-warnings.ts';
import type { ListEntry, ListPointer, ServicePurpose, TrustList } from './trust-list.ts';

/** Leaves out services of other types. */
export const NATIONAL_LIST: ListProfile = {
  type: LIST_TYPES['national list'],
  services: new Map<string, ServicePurpose>([
    [ATTESTATIONS.qualified, 'qualified-attestation/issuance'],
    [ATTESTATIONS.publicBody, 'public-attestation/issuance'],
    [ATTESTATIONS.other, 'attestation/issuance'],
  ]),
};

/**
 * The signers are the certificates in the European list of trusted lists. Authorities above them are not accepted.
 * @throws ListError
 */
export function readNationalList({ bytes, source, settings, now }: FetchedList): TrustList {
  const opened = open(bytes, source.signers, xmlRules(settings));
  const { list, signer, warnings } = opened;
  if (list.type !== 'national list') {
    throw refusedList('trust_list_profile', ['', 'The list is not a national list']);
  }
  if (source.territory !== undefined && list.territory !== source.territory) {
    const facts = { expected: source.territory, received: list.territory };
    throw refusedList('trust_list_profile', ['', "The list's territory does not match the pointer"], {
      facts,
    });
  }
  checkDates(list, now, settings);
  const { entries, skipped } = entriesOf(list, source.profile);
  return {
    source: source.id,
    form: 'xml',
    type: source.profile.type,
    territory: list.territory,
    operator: list.operator,
    sequenceNumber: list.sequenceNumber,
    content: opened.content,
    issuedAt: list.issuedAt,
    nextUpdate: list.nextUpdate ?? null,
    signer: { ...certificateFacts(certificateOf(signer)), by: 'pin' },
    // The list of trusted lists announces the next signers, not the list itself.
    successors: [],
    pointers: xmlPointers(list),
    entries,
    warnings: warnings.map((one) => listWarning(one, '')),
    skipped,
  };
}

/** How lists in XML are opened. */
export function xmlRules({ strictSignerName, brainpool }: ListSettings): ListRules {
  return { ...LIST_RULES, strictSignerName: strictSignerName === 'refuse', brainpool: brainpool === 'on' };
}

export function xmlPointers({ pointers }: XmlList): readonly ListPointer[] {
  return pointers.map(({ location, listType, territory, mimeType, certificates }) => ({
    location,
    type: listType,
    territory,
    mimeType,
    signers: certificates,
  }));
}

export const REASONS: Partial<Record<XmlListProblem, ListReason>> = {
  signature_invalid: 'trust_list_signature',
  signature_key: 'trust_list_signer',
  signer_not_authorized: 'trust_list_signer',
  signing_certificate_reference: 'trust_list_signer',
  signer_certificate: 'trust_list_signer',
  signer_name: 'trust_list_signer',
  list_version: 'trust_list_profile',
  list_type: 'trust_list_profile',
  list_territory: 'trust_list_profile',
  dates: 'trust_list_dates',
};

function open(bytes: Buffer, signers: readonly string[], rules: ListRules): OpenedList {
  try {
    return openList(bytes, signers, rules);
  } catch (cause) {
    if (!(cause instanceof XmlListError)) throw cause;
    throw refusedList(REASONS[cause.problem] ?? 'trust_list_malformed', ['', cause.message], { cause });
  }
}

/** Milliseconds: how far clocks may differ. */
const CLOCK_SKEW = 5 * 60_000;

function checkDates(
  { issuedAt, nextUpdate }: XmlList,
  now: number,
  { nationalExpired }: Pick<ListSettings, 'nationalExpired'>,
): void {
  if (issuedAt > now + CLOCK_SKEW) {
    const facts = { ...offsetFact(issuedAt / 1000, now), limitSeconds: CLOCK_SKEW / 1000 };
    throw refusedList('trust_list_dates', ['', 'The list is issued in the future'], { facts });
  }
  if (nationalExpired === 'deny' && nextUpdate !== undefined && nextUpdate <= now) {
    const facts = { expiredSeconds: Math.round((now - nextUpdate) / 1000) };
    throw refusedList('trust_list_dates', ['', 'The list has ended'], { facts });
  }
}

function entriesOf(list: XmlList, { services }: ListProfile): Pick<TrustList, 'entries' | 'skipped'> {
  const entries = list.entries.flatMap((entry): readonly ListEntry[] => {
    const purpose = services.get(entry.serviceType);
    return purpose === undefined || entry.certificates.length === 0 ? [] : [entryOf(entry, purpose)];
  });
  return { entries, skipped: list.skipped.length };
}

function entryOf(entry: XmlEntry, purpose: ServicePurpose): ListEntry {
  const { status, since, serviceType, history } = entry;
  // 5.5.4: only qualified services are granted, others are recognised.
  const active = purpose === 'qualified-attestation/issuance' ? GRANTED : RECOGNISED;
  return {
    entity: {
      number: entry.provider,
      name: entry.entity,
      tradeNames: entry.entityNames.filter((name) => name !== entry.entity),
    },
    service: { name: entry.service, type: serviceType },
    purpose,
    certificates: entry.certificates.map((one) => listedCertificate(certificateOf(one))),
    state: {
      status,
      since,
      active: status === active,
      history: history.map((one) => ({ status: one.status, since: one.since })),
    },
  };
}

function certificateOf(der: string): X509Certificate {
  return new X509Certificate(Buffer.from(der, 'base64'));
}
