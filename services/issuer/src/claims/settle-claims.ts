/**
 * What becomes of the claims that a webhook gives: the check of its answer, the end after the deadline, and the end of
 * the issuance where there are none. Whoever comes first does it (consumer, credential request, deferred request): it
 * decides by the document alone, and one compare-and-set wins.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import { currentClaims } from '@countersign/shared/model/issuance-attempt';
import type { SessionClaims } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Configurations } from '../metadata/configurations.ts';
import type { OfferedIssuance } from '../protocol/claims.ts';
import { webhookClaims } from '../protocol/claims-answer.ts';
import { fail } from '../protocol/issuance-state.ts';
import { checkBudget } from '../schema/claims-schema.ts';
import { type Change, changeIssuance, type IssuanceSession, issuanceEvent } from '../session/issuance-session.ts';
import { type ClaimsFinding, claimsFinding, findingText, NO_CLAIMS, reservedFinding } from './claims-finding.ts';
import { openOffered } from './offered-issuance.ts';

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
  const checked = before?.state === 'answered' ? await checkAnswer(dependencies, session, before.answer) : undefined;
  const good = checked === undefined ? undefined : checked.finding === undefined;
  return changeIssuance(platform, session, (part, document) => {
    const claims = currentClaims(document);
    if (claims === undefined) return { issuance: part };
    const next = settled(claims, before, good, platform.clock());
    // Another answer than the one that was checked: it is looked at by who finds it.
    if (next === undefined) return { issuance: part };
    if (next.state !== 'failed') return { issuance: part, ...changed(claims, next) };
    // Only where it is this answer that ends the issuance.
    return failure(platform, document, next, claims.state === 'answered' ? checked?.sealedDescription : undefined);
  });
}

/** Ends an issuance, and what it waits for, in one write. */
export function failIssuance(
  platform: EventParts,
  session: IssuanceSession,
  reason: string,
  sealedDescription?: string,
): Change {
  const claims = currentClaims(session);
  if (claims !== undefined && claims.state !== 'failed') {
    const next: FailedClaims = { ...withoutAnswer(claims), state: 'failed', reason };
    return failure(platform, session, next, sealedDescription);
  }
  const issuance = fail(session.issuance, reason, sealedDescription);
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

function failure(
  platform: EventParts,
  session: IssuanceSession,
  claims: FailedClaims,
  sealedDescription?: string,
): Change {
  const { reason } = claims;
  const issuance = fail(session.issuance, reason, sealedDescription);
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

interface CheckedAnswer {
  readonly finding?: ClaimsFinding;
  readonly sealedDescription?: string;
}

/** Reserved names and schemas of what the webhook gave, for every configuration of the offer that it speaks of. */
async function checkAnswer(
  { platform, configurations }: SettleDependencies,
  session: IssuanceSession,
  sealed: string,
): Promise<CheckedAnswer> {
  const vault = await platform.vaults.of(session.tenant);
  const given = webhookClaims(parseJson(vault.open(sealed, `session/${session.id}/claims`)));
  if (given === undefined)
    return { finding: NO_CLAIMS, sealedDescription: refused(platform, vault, session, NO_CLAIMS) };
  const offered: OfferedIssuance = { ...openOffered(vault, session), webhook: given };
  const { tenant } = session;
  const budget = checkBudget();
  if (namesNoneOf(given, session))
    platform.log.warn('claims of no offered configuration', { session: session.id, tenant });
  for (const id of session.issuance.configurationIds) {
    const claims = given[id];
    if (claims === undefined) continue;
    const configuration = await configurations.get(tenant, id);
    const finding =
      configuration === undefined
        ? reservedFinding(id, claims)
        : claimsFinding(platform, tenant, { configuration, offered, budget });
    if (finding !== undefined) return { finding, sealedDescription: refused(platform, vault, session, finding) };
    // Other requests get their turn between two schemas.
    await turn();
  }
  return {};
}

/**
 * Writes a line of the log on claims that do not fit.
 * @param given what a webhook answered
 * @returns the finding, sealed for the session
 */
export function refused(
  { log }: Pick<Platform, 'log'>,
  vault: Vault,
  session: IssuanceSession,
  finding: ClaimsFinding,
  given?: Readonly<Record<string, JsonObject>>,
): string {
  const { id, tenant } = session;
  const { pointer, configuration } = finding;
  log.warn('claims refused', {
    session: id,
    tenant,
    pointer,
    ...(configuration === undefined ? {} : { configuration }),
  });
  const text = findingText(finding);
  const more = given !== undefined && namesNoneOf(given, session) ? `; ${NONE_OFFERED}` : '';
  return vault.seal(`${text}${more}`, `session/${id}/claims-finding`);
}

const NONE_OFFERED = 'the answer has claims for none of the offered configurations';

function namesNoneOf(given: Readonly<Record<string, JsonObject>>, { issuance }: IssuanceSession): boolean {
  return !issuance.configurationIds.some((id) => Object.hasOwn(given, id));
}
