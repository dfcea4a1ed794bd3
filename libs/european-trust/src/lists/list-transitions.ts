/**
 * What happens to a list after a fetch (ETSI TS 119 602, 6.3.2 and 6.3.15): the last good list stays in force until its
 * next update is due, its number never decreases, and only a verified list replaces it. Pure; times are milliseconds.
 */
import type {
  AcceptedList,
  ListChanges,
  ListCheck,
  TrustListDocument,
} from '@countersign/shared/model/tenant/trust-lists';
import type { Transition } from '@countersign/shared/store/update-document';
import type { ListReason } from './list-reasons.ts';
import type { ListSettings } from './list-source.ts';
import type { ListFinding } from './trust-list.ts';

/**
 * `absent`: no list was verified yet. `fresh`: the last check was good. `stale`: it could not be fetched. `suspect`:
 * the new one was refused. `expired`: its next update is overdue. `closed`: it declares that it has ended.
 */
export type ListState = 'absent' | 'fresh' | 'stale' | 'suspect' | 'expired' | 'closed';

export function stateOf({ good, check }: Pick<TrustListDocument, 'good' | 'check'>, now: number): ListState {
  if (good === undefined) return 'absent';
  if (good.nextUpdate === null) return 'closed';
  if (now >= good.nextUpdate) return 'expired';
  return check.outcome === 'stale' || check.outcome === 'suspect' ? check.outcome : 'fresh';
}

/** Whether the last good list's anchors are valid: until it expires, and longer if the source allows it. */
export function isInForce(
  document: Pick<TrustListDocument, 'good' | 'check'>,
  { graceHours, nationalExpired }: Pick<ListSettings, 'graceHours' | 'nationalExpired'>,
  now: number,
): boolean {
  const state = stateOf(document, now);
  if (state === 'fresh' || state === 'stale' || state === 'suspect') return true;
  const { nextUpdate } = document.good ?? {};
  if (state !== 'expired' || typeof nextUpdate !== 'number') return false;
  return nationalExpired === 'warn' || now < nextUpdate + graceHours * HOUR;
}

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Between two good checks at least. */
const SHORTEST = 5 * MINUTE;
const LONGEST_PAUSE = 60 * MINUTE;
/** Maximum number of changes kept, and of errors in a refusal. */
const MAX_CHANGES = 30;
const MAX_FINDINGS = 10;

export interface CheckTime {
  readonly now: number;
  /** Between two good checks at most. */
  readonly interval: number;
  /** From 0 to below 1, so that replicas and tenants do not all fetch together. */
  readonly random: number;
}

/** `accepted` replaces the last good list, and `same` equals it. The others refuse the new list. */
export type AcceptResult = 'accepted' | 'same' | 'rollback' | 'changed' | 'earlier';

export interface Candidate {
  readonly list: AcceptedList;
  readonly changes: Pick<ListChanges, 'added' | 'removed' | 'counts' | 'loaded'>;
}

/** A list was verified: whether it follows the ones before it. */
export function acceptList(
  document: TrustListDocument,
  { list, changes }: Candidate,
  time: CheckTime,
  { sameSequence }: Pick<ListSettings, 'sameSequence'>,
): Transition<TrustListDocument, AcceptResult> {
  const result = placeOf(document, list, sameSequence);
  if (result === 'same') return { document: { ...document, good: list, check: goodCheck(list, time) }, result };
  if (result !== 'accepted') {
    const finding = {
      pointer: '/LoTE/ListAndSchemeInformation/LoTESequenceNumber',
      detail: refusal(result, document, list),
    };
    return { document: failed(document, { reason: 'trust_list_rollback', findings: [finding] }, time), result };
  }
  const change = { at: time.now, sequenceNumber: list.sequenceNumber, ...changes };
  const next = {
    ...document,
    highest: Math.max(document.highest, list.sequenceNumber),
    good: list,
    check: goodCheck(list, time),
    changes: [change, ...document.changes].slice(0, MAX_CHANGES),
  };
  return { document: next, result };
}

function refusal(
  result: Exclude<AcceptResult, 'accepted' | 'same'>,
  { highest }: TrustListDocument,
  { sequenceNumber }: AcceptedList,
): string {
  const refusals = {
    rollback: `The number ${sequenceNumber} is lower than the previously accepted number ${highest}`,
    changed: `The list has its predecessor's number ${sequenceNumber}, but different content`,
    earlier: `The list ${sequenceNumber} was issued before its predecessor`,
  };
  return refusals[result];
}

function placeOf(
  { highest, good }: TrustListDocument,
  list: AcceptedList,
  sameSequence: ListSettings['sameSequence'],
): AcceptResult {
  if (list.sequenceNumber < highest) return 'rollback';
  if (good === undefined) return 'accepted';
  if (list.sha256 === good.sha256) return 'same';
  if (list.sequenceNumber > highest) return list.issuedAt < good.issuedAt ? 'earlier' : 'accepted';
  const isReSigned = list.content === good.content && list.issuedAt === good.issuedAt;
  return isReSigned && sameSequence === 'allowReSigned' ? 'accepted' : 'changed';
}

/** The server said that nothing has changed, or sent the same bytes: whether the list is still in force is judged by the clock. */
export function checkedAgain(document: TrustListDocument, time: CheckTime, etag?: string): TrustListDocument {
  const { good } = document;
  if (good === undefined) return { ...document, check: goodCheck(undefined, time) };
  return { ...document, good: etag === undefined ? good : { ...good, etag }, check: goodCheck(good, time) };
}

export interface FailedCheck {
  readonly reason: ListReason;
  readonly findings?: readonly ListFinding[];
}

/** The list wasn't received, or was refused. The last good list stays unchanged. */
export function failed(
  document: TrustListDocument,
  { reason, findings = [] }: FailedCheck,
  { now, random }: CheckTime,
): TrustListDocument {
  const failures = document.check.failures + 1;
  const pause = Math.min(LONGEST_PAUSE, MINUTE * 2 ** Math.min(failures - 1, 10));
  const check: ListCheck = {
    outcome: reason === 'trust_list_unreachable' ? 'stale' : 'suspect',
    at: now,
    next: now + spread(pause, random),
    failures,
    reason,
    findings: findings.slice(0, MAX_FINDINGS),
  };
  return { ...document, check };
}

function goodCheck(
  list: Pick<AcceptedList, 'nextUpdate'> | undefined,
  { now, interval, random }: CheckTime,
): ListCheck {
  const pause = list?.nextUpdate === null ? DAY : pauseBefore(list?.nextUpdate ?? now, now, interval);
  return { outcome: 'good', at: now, next: now + spread(pause, random), failures: 0 };
}

/** A quarter of the time left, so that a list is fetched more often before it expires. */
function pauseBefore(nextUpdate: number, now: number, interval: number): number {
  return Math.max(SHORTEST, Math.min(interval, (nextUpdate - now) / 4));
}

/** A tenth more or less, and never less than the shortest pause unless it is one after a failure. */
function spread(pause: number, random: number): number {
  const spread = Math.round(pause * (0.9 + 0.2 * random));
  return pause >= SHORTEST ? Math.max(SHORTEST, spread) : spread;
}
