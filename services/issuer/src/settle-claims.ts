/**
 * What becomes of the claims that a webhook gives: the check of its answer, the end after the deadline, and the end of
 * the issuance where there are none. Whoever comes first does it (consumer, credential request, deferred request): it
 * decides by the document alone, and one compare-and-set wins.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { parseJson } from '@countersign/shared/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { currentClaims } from '@countersign/shared/store/issuance-attempt';
import type { SessionClaims } from '@countersign/shared/store/sessions';
import type { OfferedIssuance } from './claims.ts';
import { checkBudget } from './claims-schema.ts';
import type { Configurations } from './configurations.ts';
import { type Change, changeIssuance, type IssuanceSession, issuanceEvent } from './issuance-session.ts';
import { openOffered } from './offered-issuance.ts';
import { fitsConfiguration } from './payload-check.ts';
import { webhookClaims } from './protocol/claims-answer.ts';
import { fail } from './protocol/issuance-state.ts';
import { reservedClaims } from './protocol/reserved-claims.ts';

interface SettleDependencies {
  readonly platform: Platform;
  readonly configurations: Configurations;
}

/** @returns the session as it is then; undefined where it is gone */
export async function settleClaims(
  dependencies: SettleDependencies,
  session: IssuanceSession,
): Promise<IssuanceSession | undefined> {
  const { platform } = dependencies;
  const before = currentClaims(session);
  const good = before?.state === 'answered' ? await isGoodAnswer(dependencies, session, before.answer) : undefined;
  return changeIssuance(platform, session, (part, document) => {
    const claims = currentClaims(document);
    if (claims === undefined) return { issuance: part };
    const next = settled(claims, before, good, platform.clock());
    // Another answer than the one that was checked: it is looked at by who finds it.
    if (next === undefined) return { issuance: part };
    return next.state === 'failed' ? failure(platform, document, next) : { issuance: part, ...changed(claims, next) };
  });
}

/** Ends an issuance, and what it waits for, in one write. */
export function failIssuance(platform: EventParts, session: IssuanceSession, reason: string): Change {
  const claims = currentClaims(session);
  if (claims !== undefined && claims.state !== 'failed') {
    return failure(platform, session, { ...withoutAnswer(claims), state: 'failed', reason });
  }
  const issuance = fail(session.issuance, reason);
  const failed = issuance !== session.issuance;
  return { issuance, events: failed ? [issuanceEvent(platform, session, 'issuance.failed.v1', { reason })] : [] };
}

type EventParts = Parameters<typeof issuanceEvent>[0];
type FailedClaims = SessionClaims & { readonly state: 'failed' };

function settled(
  claims: SessionClaims,
  checked: SessionClaims | undefined,
  good: boolean | undefined,
  now: number,
): SessionClaims | undefined {
  switch (claims.state) {
    case 'expected':
      return now >= claims.deadline ? { ...claims, state: 'failed', reason: 'claims_deadline' } : undefined;
    case 'answered': {
      if (good === undefined || checked?.state !== 'answered' || checked.answer !== claims.answer) return undefined;
      return good
        ? { ...claims, state: 'ready' }
        : { ...withoutAnswer(claims), state: 'failed', reason: 'claims_invalid' };
    }
    case 'failed':
      return claims;
    case 'ready':
      return undefined;
  }
}

function withoutAnswer({ requestId, deadline }: SessionClaims): Pick<SessionClaims, 'requestId' | 'deadline'> {
  return { requestId, deadline };
}

function failure(platform: EventParts, session: IssuanceSession, claims: FailedClaims): Change {
  const { reason } = claims;
  const issuance = fail(session.issuance, reason);
  const failed = issuance !== session.issuance;
  const before = session.claims;
  return {
    issuance,
    events: failed ? [issuanceEvent(platform, session, 'issuance.failed.v1', { reason })] : [],
    ...(before === undefined ? {} : changed(before, claims)),
  };
}

function changed(before: SessionClaims, next: SessionClaims): Pick<Change, 'claims'> {
  return before === next ? {} : { claims: next };
}

/** Reserved names and schemas of what the webhook gave, for every configuration of the offer that it speaks of. */
async function isGoodAnswer(
  { platform, configurations }: SettleDependencies,
  session: IssuanceSession,
  sealed: string,
): Promise<boolean> {
  const vault = await platform.vaults.of(session.tenant);
  const given = webhookClaims(parseJson(vault.open(sealed, `session/${session.id}/claims`)));
  if (given === undefined) return false;
  const offered: OfferedIssuance = { ...openOffered(vault, session), webhook: given };
  const { tenant } = session;
  const budget = checkBudget();
  for (const id of session.issuance.configurationIds) {
    const claims = given[id];
    if (claims === undefined) continue;
    if (reservedClaims(claims, '').length > 0) return false;
    const configuration = await configurations.get(tenant, id);
    if (configuration === undefined) continue;
    if (!fitsConfiguration(platform, tenant, { configuration, offered, budget })) return false;
    // Other requests get their turn between two schemas.
    await turn();
  }
  return true;
}
