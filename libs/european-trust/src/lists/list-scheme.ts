/** A list's scheme: its type, its dates, and its own address (ETSI TS 119 602, 6.3 and annexes D to I). */
import { offsetFact } from '@countersign/shared/kernel/reasons/received';
import { checkExtensions } from './list-entries.ts';
import { type ListError, refusedList } from './list-error.ts';
import type { ListProfile } from './list-profiles.ts';
import type { ListSource } from './list-source.ts';
import { monthsAfter, parseListTime } from './list-times.ts';
import { type ListWarning, listWarning } from './list-warnings.ts';
import type { LotePointer, LoteScheme } from './lote-schema.ts';
import type { ListPointer } from './trust-list.ts';

const AT = '/LoTE/ListAndSchemeInformation';

/** Checks the members that identify the list. @throws ListError */
export function checkType(
  scheme: LoteScheme,
  { profile: { type, eu }, territory }: Pick<ListSource, 'profile' | 'territory'>,
): void {
  if (scheme.LoTEVersionIdentifier !== 1) throw broken('LoTEVersionIdentifier', 'The version must be 1');
  if (scheme.LoTEType !== type) {
    const facts = { expected: type, ...(scheme.LoTEType === undefined ? {} : { received: scheme.LoTEType }) };
    throw broken('LoTEType', "The list's type differs from the source's", facts);
  }
  checkExtensions(scheme.SchemeExtensions, `${AT}/SchemeExtensions`);
  if (territory !== undefined && scheme.SchemeTerritory !== territory) {
    throw broken('SchemeTerritory', "The list's territory does not match the pointer", {
      expected: territory,
    });
  }
  if (eu === undefined) return;
  if (scheme.SchemeTerritory !== eu.territory) throw broken('SchemeTerritory', 'The territory must be EU');
  const { StatusDeterminationApproach: approach, SchemeTypeCommunityRules: rules } = scheme;
  if (approach !== undefined && !eu.determination.includes(approach)) {
    throw broken('StatusDeterminationApproach', "The approach does not match the list's type");
  }
  if (rules !== undefined && !rules.some(({ uriValue }) => uriValue === eu.rules)) {
    throw broken('SchemeTypeCommunityRules', "The rules do not match the list's type");
  }
}

/** Members that European lists have, although nothing depends on them. */
export function schemeFindings(scheme: LoteScheme, { eu }: ListProfile): readonly ListWarning[] {
  if (eu === undefined) return [];
  const needed = [
    ...(['StatusDeterminationApproach', 'SchemeTypeCommunityRules', 'SchemeOperatorAddress', 'SchemeName'] as const),
    ...(['SchemeInformationURI', 'PolicyOrLegalNotice'] as const),
  ];
  const missing = needed
    .filter((name) => scheme[name] === undefined)
    .map((name) => listWarning('member_missing', `${AT}/${name}`));
  const period = scheme.HistoricalInformationPeriod;
  const rightPeriod = eu.statuses === undefined ? undefined : 65_535;
  const pointers = scheme.PointersToOtherLoTE?.length ?? 0;
  const rightPointers = eu.statuses === undefined ? 1 : 0;
  return [
    ...missing,
    ...(period === rightPeriod ? [] : [listWarning('history_period', `${AT}/HistoricalInformationPeriod`)]),
    ...(pointers === rightPointers ? [] : [listWarning('pointers', `${AT}/PointersToOtherLoTE`)]),
  ];
}

export interface ListDates {
  readonly issuedAt: number;
  readonly nextUpdate: number | null;
}

/** Milliseconds: how far clocks may differ. */
const CLOCK_SKEW = 5 * 60_000;
/** Milliseconds, beyond the six months. */
const MARGIN = 2 * 86_400_000;

/** @param now milliseconds @throws ListError */
export function datesOf(scheme: LoteScheme, { eu }: ListProfile, now: number): ListDates {
  const issuedAt = timeOf(scheme.ListIssueDateTime, 'ListIssueDateTime');
  const nextUpdate = scheme.NextUpdate === null ? null : timeOf(scheme.NextUpdate, 'NextUpdate');
  if (issuedAt > now + CLOCK_SKEW) {
    const facts = { ...offsetFact(issuedAt / 1000, now), limitSeconds: CLOCK_SKEW / 1000 };
    throw wrongDates('ListIssueDateTime', 'The list is issued in the future', facts);
  }
  if (nextUpdate === null) return { issuedAt, nextUpdate };
  if (nextUpdate <= issuedAt) throw wrongDates('NextUpdate', 'The list expires before it is issued');
  // Annexes D to I
  if (eu !== undefined && nextUpdate > monthsAfter(issuedAt, 6) + MARGIN) {
    throw wrongDates('NextUpdate', 'The list is valid for more than six months');
  }
  // 6.3.15: a list whose next update has passed is discarded.
  if (nextUpdate <= now) {
    throw wrongDates('NextUpdate', 'The list has ended', { expiredSeconds: Math.round((now - nextUpdate) / 1000) });
  }
  return { issuedAt, nextUpdate };
}

function timeOf(text: string, name: string): number {
  const time = parseListTime(text);
  if (time !== undefined) return time;
  throw refusedList('trust_list_malformed', [`${AT}/${name}`, 'A time must be written as in 2026-12-01T00:00:00Z']);
}

/** Pointers as written. Whoever follows one checks its address and certificates. */
export function pointersOf(pointers: readonly LotePointer[]): readonly ListPointer[] {
  return pointers.map(({ LoTELocation, ServiceDigitalIdentities, LoTEQualifiers: [qualifier] }) => ({
    location: LoTELocation,
    type: qualifier?.LoTEType ?? '',
    mimeType: qualifier?.MimeType ?? '',
    signers: ServiceDigitalIdentities.flatMap(({ X509Certificates = [] }) => X509Certificates.map(({ val }) => val)),
    ...(qualifier?.SchemeTerritory === undefined ? {} : { territory: qualifier.SchemeTerritory }),
  }));
}

function broken(name: string, detail: string, facts: ListError['facts'] = {}): ListError {
  return refusedList('trust_list_profile', [`${AT}/${name}`, detail], { facts });
}

function wrongDates(name: string, detail: string, facts: ListError['facts'] = {}): ListError {
  return refusedList('trust_list_dates', [`${AT}/${name}`, detail], { facts });
}
