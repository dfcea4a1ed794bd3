/** Trust lists as the API returns them. Pure. */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type {
  AcceptedList,
  ListChanges,
  ListCheck,
  TrustListDocument,
} from '@countersign/shared/model/tenant/trust-lists';
import { type ListReason, listReasons } from '../lists/list-reasons.ts';
import { isInForce, stateOf } from '../lists/list-transitions.ts';
import type { ListEntry } from '../lists/trust-list.ts';
import type { TenantSource } from './list-sources.ts';

/** A source, and the state of its list. @param now milliseconds */
export function listView(from: TenantSource, document: TrustListDocument | undefined, now: number): JsonObject {
  const { source, settings, origin, pointedBy } = from;
  const { id, url, profile, signers } = source;
  const state = document === undefined ? 'absent' : stateOf(document, now);
  return {
    id,
    url,
    type: profile.type,
    signers: signers.length,
    state,
    inForce: document !== undefined && isInForce(document, settings, now),
    ...(origin === undefined ? {} : { origin }),
    ...(pointedBy === undefined ? {} : { pointedBy }),
    ...(document?.good === undefined ? {} : { list: acceptedView(document.good) }),
    ...(document === undefined || document.check.outcome === 'none' ? {} : { check: checkView(document.check) }),
    changes: (document?.changes ?? []).map(changesView),
  };
}

function acceptedView(good: AcceptedList): JsonObject {
  const { territory, operator, sequenceNumber, entries, skipped, sha256, warnings = [] } = good;
  return {
    territory,
    operator,
    sequenceNumber,
    issuedAt: isoTime(good.issuedAt),
    ...(good.nextUpdate === null ? {} : { nextUpdate: isoTime(good.nextUpdate) }),
    verifiedAt: isoTime(good.verifiedAt),
    signer: signerView(good.signer),
    entries,
    skipped,
    sha256,
    ...(good.loaded === undefined ? {} : { loaded: good.loaded }),
    warnings: warnings.map((one) => ({ ...one })),
  };
}

function signerView({ path, ...signer }: AcceptedList['signer']): JsonObject {
  return path === undefined ? signer : { ...signer, path: path.map((step) => ({ ...step })) };
}

function checkView({ outcome, at, next, failures, reason, findings = [] }: ListCheck): JsonObject {
  const when = { outcome, at: isoTime(at), next: isoTime(next), failures };
  if (reason === undefined) return when;
  return { ...when, reason, ...said(reason), findings: findings.map((finding) => ({ ...finding })) };
}

/** The catalogue's entry for a reason. */
function said(reason: string): JsonObject {
  if (!Object.hasOwn(listReasons, reason)) return {};
  const { explanation, hint } = listReasons[reason as ListReason];
  return { explanation, hint };
}

function changesView({ at, sequenceNumber, added, removed, counts, loaded }: ListChanges): JsonObject {
  const named = { added: added.map((change) => ({ ...change })), removed: removed.map((change) => ({ ...change })) };
  return { at: isoTime(at), sequenceNumber, ...named, counts, ...(loaded === undefined ? {} : { loaded }) };
}

/** Maximum entries in a response. */
const MAX_ENTRIES = 100;

export interface EntrySearch {
  /** In any case: of the name of an entity or service, of its type, or of the hash of a certificate. Empty: all. */
  readonly search: string;
}

/** The first entries that fit, and how many do. */
export function entriesView(entries: readonly ListEntry[], { search }: EntrySearch): JsonObject {
  const wanted = search.trim().toLowerCase();
  const found = entries.filter(
    (entry) => wanted === '' || textsOf(entry).some((text) => text.toLowerCase().includes(wanted)),
  );
  return { count: found.length, entries: found.slice(0, MAX_ENTRIES).map(entryView) };
}

function textsOf({ entity, service, certificates }: ListEntry): readonly string[] {
  const hashes = certificates.map(({ sha256 }) => sha256);
  return [entity.name, ...entity.tradeNames, service.name, service.type, ...hashes];
}

function entryView({ entity, service, purpose, state, certificates }: ListEntry): JsonObject {
  return {
    entity: entity.name,
    tradeNames: entity.tradeNames,
    ...(entity.territories === undefined ? {} : { territories: entity.territories }),
    service: service.name,
    type: service.type,
    purpose,
    certificates: certificates.map(({ sha256, keyId }) => (keyId === undefined ? { sha256 } : { sha256, keyId })),
    ...(state === undefined ? {} : { status: state.status, since: isoTime(state.since), active: state.active }),
  };
}
